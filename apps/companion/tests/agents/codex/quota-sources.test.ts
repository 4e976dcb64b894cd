import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codex } from '../../../src/agents/codex/index.js'
import { START } from '../../clock.js'
import type { Furnished } from '../furnished.js'
import { quotaSourceContract } from '../quota-source-contract.js'
import { signInContract } from '../sign-in-contract.js'
import { lineOf, tokenOf } from './made-up.js'
import { usageFixture } from './usage-fixture.js'

const ACCOUNT = 'acct-3f1c8e0a'
const recorded = (name: string): unknown => JSON.parse(readFileSync(usageFixture(name), 'utf8'))
const limits = (recorded('codex-app-server-response.json') as { result: object }).result

const furnished: Furnished = {
  account: ACCOUNT,
  files(home) {
    const day = join(home, '.codex/sessions/2026/11/30')
    mkdirSync(day, { recursive: true })
    writeFileSync(join(day, 'rollout-2026-11-30T08-00-00-s1.jsonl'), lineOf(START - 60_000, [12, 40]))
    const tokens = { access_token: tokenOf({ exp: START / 1_000 + 86_400 }), account_id: ACCOUNT }
    writeFileSync(
      join(home, '.codex/auth.json'),
      JSON.stringify({ auth_mode: 'chatgpt', OPENAI_API_KEY: null, tokens }),
    )
  },
  edges: {
    fetch: async () => Response.json(recorded('codex-wham-usage.json')),
    spawn: (_file, _args, _options, { line }) => ({
      send(text) {
        const { id, method } = JSON.parse(text) as { id?: number; method: string }
        const result = method === 'initialize' ? {} : limits
        if (id !== undefined) setImmediate(() => line(JSON.stringify({ id, result })))
      },
      end: async () => undefined,
    }),
  },
  heard: {},
}

quotaSourceContract(codex, furnished)
signInContract(codex, furnished)
