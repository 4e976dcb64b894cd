import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claude } from '../../../src/agents/claude/index.js'
import { START } from '../../clock.js'
import type { Furnished } from '../furnished.js'
import { quotaSourceContract } from '../quota-source-contract.js'
import { signInContract } from '../sign-in-contract.js'
import { writeDotClaude } from './dot-claude.js'

const HOUR = 3_600_000
const ACCOUNT = '0b6f5c1e-9a6d-4c55-8f0e-1f2a3b4c5d6e'

/** Returns what a status line of that many milliseconds of answers brings; `used` is missing before the first one. */
function statusLine(work: number, used?: number): unknown {
  const payload = {
    session_id: 's1',
    cwd: '/home/u/p',
    model: { id: 'm', display_name: 'M' },
    cost: { total_cost_usd: work, total_api_duration_ms: work },
    ...(used === undefined
      ? {}
      : { rate_limits: { five_hour: { used_percentage: used, resets_at: START / 1_000 + 3_600 } } }),
  }
  const reading = claude.read(payload, {})
  if (!('quota' in reading)) throw new Error(`no status line: ${JSON.stringify(reading)}`)
  return reading.quota.said
}

const furnished: Furnished = {
  account: ACCOUNT,
  files(home) {
    writeDotClaude(join(home, '.claude.json'), { account: ACCOUNT, cache: {} })
    mkdirSync(join(home, '.claude'), { recursive: true })
    const claudeAiOauth = { accessToken: 'made-up', expiresAt: START + 8 * HOUR, scopes: ['user:profile'] }
    writeFileSync(join(home, '.claude/.credentials.json'), JSON.stringify({ claudeAiOauth }), { mode: 0o600 })
  },
  edges: {
    fetch: async () => {
      const resets_at = new Date(START + 2 * HOUR).toISOString()
      return Response.json({ five_hour: { utilization: 16, resets_at }, seven_day: null })
    },
  },
  heard: { status_line: [statusLine(0), statusLine(1_000, 42)] },
}

quotaSourceContract(claude, furnished)
signInContract(claude, furnished)
