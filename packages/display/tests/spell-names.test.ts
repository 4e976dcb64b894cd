import type { Attention, Usage } from '@codexbar/protocol/wire'
import { expect, it } from 'vitest'
import { spellStatus, spellUsage } from '../src/desk/spell-names.js'

const attention: Attention = {
  state: 'needs_user',
  count: 2,
  primary_project: 'Grüße',
  projects: ['Grüße', '修复'],
  reason: 'question',
  updated_at: 1,
}
const window = { label: 'Wöchentlich', pct: 1, resets_in_sec: null, duration_sec: 5 }
const entry: Usage['providers'][number] = {
  name: 'Codex',
  windows: [window],
  observed_at: null,
  age_sec: null,
  stale: false,
  source: null,
}

it('a status is kept in ASCII, each agent once, by its first word', () => {
  const codex = { name: 'Codex' as const, attention: { ...attention, primary_project: 'Ärger' } }
  const said = [codex, { name: 'Claude' as const, attention }, { ...codex, attention }]
  expect(spellStatus({ ok: true, updated_at: 1, providers: said }).providers).toEqual([
    { name: 'Claude', attention: { ...attention, primary_project: 'Grusse', projects: ['Grusse', '?'] } },
    { name: 'Codex', attention: { ...attention, primary_project: 'Arger', projects: ['Grusse', '?'] } },
  ])
})

it('a usage is kept in ASCII, each agent once, with the windows that are shown and no attention', () => {
  const longer = [9, 8, 7].map((duration_sec) => ({ ...window, label: `${duration_sec}`, duration_sec }))
  const said = [{ ...entry, attention, error: 'größer', windows: [...longer, window] }, entry]
  const labels = ['Wochentlich', '7', '8']
  const windows = [5, 7, 8].map((duration_sec, at) => ({ ...window, label: labels[at], duration_sec }))
  expect(spellUsage({ ok: true, updated_at: 1, providers: said }).providers).toEqual([
    { ...entry, windows, error: 'grosser' },
  ])
})
