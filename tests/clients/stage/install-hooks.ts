import { join } from 'node:path'
import { repo } from './repo.js'
import { type Environment, runCommand } from './run-command.js'

const installer = ['--import', 'tsx', '--conditions=codexbar-source', join(repo, 'apps/hooks/src/main.ts')]

/** Runs `pnpm hooks` with these words as a person would, for a throw-away home. */
export const runInstaller = async (env: Environment, ...words: readonly string[]): Promise<void> => {
  const { code, stdout, stderr } = await runCommand(process.execPath, [...installer, ...words], { env, cwd: repo })
  if (code !== 0) throw new Error(`hooks ${words.join(' ')} failed:\n${stdout}${stderr}`)
}
