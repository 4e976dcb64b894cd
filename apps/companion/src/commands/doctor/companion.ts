import { RefusedError, UnreachableError, UnreadableError } from '@codexbar/client'
import { describeAge } from '@codexbar/protocol/words'
import type { Finding, Machine } from './check.js'

/** Whether a companion of this home answers. */
export async function checkCompanion({ companion, now, launcher }: Machine): Promise<Finding> {
  if ('problem' in companion) {
    return { level: 'fail', line: `Where the companion is cannot be told: ${companion.problem}.` }
  }
  const { client, url } = companion
  try {
    const { version, started_at } = await client.health()
    await client.sessions()
    const up = describeAge(now() - started_at * 1_000)
    return { level: 'ok', line: `codexbar ${version} answers at ${url}, for ${up} now` }
  } catch (error) {
    if (error instanceof UnreachableError) {
      return { level: 'fail', line: `No companion answers at ${url}.`, todo: `${launcher} dev` }
    }
    if (error instanceof UnreadableError) {
      return {
        level: 'fail',
        line: `Something else answers at ${url}.`,
        todo: `Choose another port: CODEXBAR_PORT=4848 ${launcher} dev`,
      }
    }
    if (!(error instanceof RefusedError)) throw error
    return {
      level: 'fail',
      line: `The companion at ${url} does not take this home's token.`,
      todo: 'Set CODEXBAR_HOME to the folder that it runs on.',
    }
  }
}
