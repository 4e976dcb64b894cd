import { join } from 'node:path'
import { repo } from './repo.js'
import { type Environment, runCommand } from './run-command.js'

const installer = ['--import', 'tsx', '--conditions=codexbar-source', join(repo, 'apps/hooks/src/main.ts'), 'install']

/** Installs our hooks into a throw-away home, as a person would with `pnpm hooks install`. */
export const installHooks = async (env: Environment): Promise<void> => {
  const { code, stdout, stderr } = await runCommand(process.execPath, installer, { env, cwd: repo })
  if (code !== 0) throw new Error(`hooks install failed:\n${stdout}${stderr}`)
}
