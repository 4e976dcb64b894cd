import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, readConfig } from '../../shell/config.js'
import type { Finding, Machine } from './check.js'

const OTHERS = 0o077

/** Files that hold a secret. */
const SECRETS = ['token', 'hook.curlrc']

/** The topic that every new installation pushes to. */
const SHARED_TOPIC = 'claudeCodeWaitingOnYou'

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

/** Whether the settings can be read. */
export async function checkConfig({ home }: Machine): Promise<Finding> {
  try {
    readConfig(home)
    return { level: 'ok', line: 'The settings are valid' }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { level: 'fail', line: error.message, todo: 'Correct that line; the README lists every setting.' }
  }
}

/** Whether pushes go where only the person reads them. */
export async function checkNtfy({ home }: Machine): Promise<Finding> {
  const notify = notifySettings(home)
  if (notify === undefined)
    return { level: 'warn', line: 'Where pushes go is not known.', todo: 'Correct the settings.' }
  const { enabled, ntfy } = notify
  if (!enabled) return { level: 'ok', line: 'Pushes are off' }
  if (ntfy.topic !== SHARED_TOPIC) return { level: 'ok', line: `Pushes go to your own topic at ${ntfy.server}` }
  return {
    level: 'warn',
    line: `Pushes go to ${ntfy.server}/${SHARED_TOPIC}, which anyone can read.`,
    todo: `Choose a name that nobody guesses: "notify": { "ntfy": { "topic": "..." } } in ${join(home, 'config.json')}`,
  }
}

function notifySettings(home: string): ReturnType<typeof readConfig>['notify'] | undefined {
  try {
    return readConfig(home).notify
  } catch {
    return undefined
  }
}

function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode,
    () => undefined,
  )
}
