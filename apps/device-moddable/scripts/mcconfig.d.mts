type Options = { debug?: boolean; make?: boolean; deploy?: boolean; output?: string; config?: readonly string[] }

export const FIRMWARE: string
export function sdkMissing(env: Readonly<Record<string, string | undefined>>): string | undefined
export function mcconfigArguments(platform: string, options?: Options): string[]
export function buildFor(
  platform: string,
  options?: Options & { folder?: string; env?: Readonly<Record<string, string | undefined>>; quiet?: boolean },
): Promise<string>
