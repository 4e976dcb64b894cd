import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { codex } from '../../../src/agents/codex/index.js'
import { quotaSourceContract } from '../quota-source-contract.js'
import { usageFixture } from './usage-fixture.js'

quotaSourceContract(codex, (home) => {
  const day = join(home, '.codex/sessions/2026/11/30')
  mkdirSync(day, { recursive: true })
  cpSync(usageFixture('codex-rollout.jsonl'), join(day, 'rollout-2026-11-30T08-00-00-s1.jsonl'))
  cpSync(usageFixture('codex-auth.json'), join(home, '.codex/auth.json'))
})
