import { runCommand } from './run-command.js'
import type { Stage } from './stage.js'
import { waitUntil } from './wait-until.js'
import { watchSession } from './watch.js'

/** Runs the stage's client without a terminal, and tells what it said and which states were seen until it was gone. */
export const runHeadless = async (stage: Stage, cwd: string, args: readonly string[]) => {
  const watch = watchSession(stage.api, cwd)
  const outcome = await runCommand(stage.path, args, { env: stage.env, cwd })
  const gone = async () => (await watch.fresh()) === undefined && watch.sights.length > 1
  await waitUntil('the headless session to come and go', gone, { within: 5_000, saw: watch.story })
  await watch.stop()
  const seen = watch.sights.map(({ record }) => record?.state ?? 'gone')
  // Codex says so at every start when told to trust our hooks.
  const warnings = outcome.stderr.split('\n').filter((line) => !line.includes('--dangerously-bypass-hook-trust'))
  return { ...outcome, stderr: warnings.join('\n'), states: seen }
}
