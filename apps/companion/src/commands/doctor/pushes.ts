import { join } from 'node:path'
import { SHARED_TOPIC } from '../../channels/ntfy.js'
import type { Finding, Machine } from './check.js'

/** Whether pushes go where only the person reads them. */
export async function checkPushes({ home, settings }: Machine): Promise<Finding> {
  if ('problem' in settings) {
    return { level: 'warn', line: 'Where pushes go is not known.', todo: 'Correct the settings.' }
  }
  const { enabled, ntfy } = settings.notify
  if (!enabled) return { level: 'ok', line: 'Pushes are off' }
  if (ntfy.topic !== SHARED_TOPIC) return { level: 'ok', line: `Pushes go to your own topic at ${ntfy.server}` }
  return {
    level: 'warn',
    line: `Pushes go to ${ntfy.server}/${SHARED_TOPIC}, which anyone can read.`,
    todo: `Choose a name that nobody guesses: "notify": { "ntfy": { "topic": "..." } } in ${join(home, 'config.json')}`,
  }
}
