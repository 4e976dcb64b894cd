import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding, Machine } from './check.js'

const OTHERS = 0o077

/** Files that hold a secret. */
const SECRETS = ['token', 'hook.curlrc', 'tokens.json']

/** Whether the companion's files are there and closed to others. */
export async function checkHome({ home, launcher }: Machine): Promise<Finding> {
  const mode = await modeOf(home)
  if (mode === undefined) {
    return { level: 'warn', line: `${home} does not exist yet.`, todo: `Start the companion once: ${launcher} dev` }
  }
  if ((mode & OTHERS) !== 0) {
    return { level: 'fail', line: `Others may look into ${home}.`, todo: `chmod 700 ${home}` }
  }
  for (const name of SECRETS) {
    const path = join(home, name)
    if (((await modeOf(path)) ?? 0) & OTHERS) {
      return { level: 'fail', line: `Others may read ${path}.`, todo: `chmod 600 ${path}` }
    }
  }
  return { level: 'ok', line: `${home} is yours alone` }
}

function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode,
    () => undefined,
  )
}
