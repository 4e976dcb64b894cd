import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameless } from '../../../src/agents/nameless.js'
import { START } from '../../clock.js'

const HOUR = 3_600_000

/** What a state file of Claude Code holds, in short. */
export type DotClaudeSpec = {
  account?: string | undefined
  cache?: { account?: string | undefined; fetchedAt?: unknown; pct?: number; body?: unknown }
}

/** Returns the text of a state file as Claude Code writes it. The cache is five minutes old unless told otherwise. */
export function dotClaudeText({ account, cache }: DotClaudeSpec): string {
  const resets_at = new Date(START + 2 * HOUR).toISOString()
  const seven_day = { utilization: 19, resets_at: new Date(START + 48 * HOUR).toISOString() }
  return JSON.stringify({
    numStartups: 42,
    projects: { '/home/u/secret-project': { history: [{ display: 'a prompt of the person' }] } },
    ...(account === undefined ? {} : { oauthAccount: { accountUuid: account, emailAddress: 'u@example.org' } }),
    ...(cache === undefined
      ? {}
      : {
          cachedUsageUtilization: {
            fetchedAtMs: 'fetchedAt' in cache ? cache.fetchedAt : START - 300_000,
            ...('account' in cache ? { accountUuid: cache.account } : { accountUuid: account }),
            utilization:
              'body' in cache ? cache.body : { five_hour: { utilization: cache.pct ?? 22, resets_at }, seven_day },
          },
        }),
  })
}

/** Writes a state file the way Claude Code does: beside it, and then in its place. */
export function writeDotClaude(path: string, spec: DotClaudeSpec): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.tmp`, dotClaudeText(spec))
  renameSync(`${path}.tmp`, path)
}

/** Returns what an account is called where readings are kept. */
export const accountOf = (uuid: string) => nameless(uuid)

/** Puts the files of a person who is signed in into a home. */
export function signInto(home: string): void {
  writeDotClaude(join(home, '.claude.json'), { account: 'a', cache: {} })
  mkdirSync(join(home, '.claude'), { recursive: true })
  writeFileSync(
    join(home, '.claude/.credentials.json'),
    JSON.stringify({ claudeAiOauth: { accessToken: 'sk-ant-oat01-secret', expiresAt: START + 8 * HOUR } }),
    { mode: 0o600 },
  )
}
