import type { Finding, Machine } from './check.js'

/** The oldest Node that everything is tested on. */
const OLDEST = [20, 19] as const

/** Whether this Node can run the companion. */
export async function checkNode({ nodeVersion }: Machine): Promise<Finding> {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))
    return { level: 'ok', line: `Node ${nodeVersion}` }
  return { level: 'fail', line: `Node ${nodeVersion} is too old.`, todo: `Install Node ${OLDEST.join('.')} or newer.` }
}

/** Whether the hooks have the program that they report with. */
export async function checkCurl({ exec }: Machine): Promise<Finding> {
  const { code, stdout } = await exec('curl', ['--version'])
  if (code === 0) return { level: 'ok', line: stdout.split(' ').slice(0, 2).join(' ') }
  return { level: 'fail', line: 'curl is missing: no hook can report.', todo: 'Install curl and put it on the PATH.' }
}
