/** Returns how the person runs the scripts of this project: with the pnpm that ran this one. */
export function launcherOf(env: Readonly<Record<string, string | undefined>>): string {
  return /[\\/]_npx[\\/]/.test(env.npm_execpath ?? '') ? 'npx -y pnpm@10' : 'pnpm'
}
