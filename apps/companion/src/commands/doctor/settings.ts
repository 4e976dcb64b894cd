import type { Finding, Machine } from './check.js'

/** Whether the settings can be used. */
export async function checkSettings({ settings }: Machine): Promise<Finding> {
  if (!('problem' in settings)) return { level: 'ok', line: 'The settings are valid' }
  return { level: 'fail', line: settings.problem, todo: 'Correct that; the README lists every setting.' }
}
