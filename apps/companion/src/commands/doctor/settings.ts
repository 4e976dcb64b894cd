import { stat } from 'node:fs/promises'
import { homeFile } from '../../shell/home.js'
import type { Finding, Machine } from './check.js'
import { askHealth } from './health.js'

/** Whether the settings can be used, and the companion that runs uses them: it reads them when it starts. */
export async function checkSettings({ settings, home, companion, launcher }: Machine): Promise<Finding> {
  if ('problem' in settings) {
    return { level: 'fail', line: settings.problem, todo: 'Correct that; the README lists every setting.' }
  }
  const health = await askHealth(companion)
  const changedAt = await changedSecondOf(homeFile(home, 'config'))
  if (health !== undefined && changedAt !== undefined && changedAt > health.started_at) {
    return {
      level: 'warn',
      line: 'The settings changed since the companion started.',
      todo: `Start it again to use them: Ctrl-C, then ${launcher} dev`,
    }
  }
  return { level: 'ok', line: 'The settings are valid' }
}

/** Returns when a file was last changed (whole Unix seconds, as the companion tells its start). */
function changedSecondOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => Math.floor(mtimeMs / 1_000),
    () => undefined,
  )
}
