/** What the installer needs from the process: its environment variables. */
export type Env = Readonly<Record<string, string | undefined>>
