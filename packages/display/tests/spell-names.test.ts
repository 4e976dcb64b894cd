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

it('a usage is kept in ASCII, each agent once, by length, with no attention', () => {
  const longer = [9, 8, 7].map((duration_sec) => ({ ...window, label: `${duration_sec}`, duration_sec }))
  const scoped = { ...window, label: '9 Größe', duration_sec: 9, scope: 'Größe' }
  const said = [{ ...entry, attention, error: 'größer', windows: [...longer, scoped, window] }, entry]
  const kept = { ...scoped, label: '9 Grosse', scope: 'Grosse' }
  const windows = [{ ...window, label: 'Wochentlich' }, ...[...longer].reverse(), kept]
  expect(spellUsage({ ok: true, updated_at: 1, providers: said }).providers).toEqual([
    { ...entry, windows, error: 'grosser' },
  ])
})

it('of more windows than any agent has a dozen is kept, the one that stops the person first among them', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ ...window, label: `${at}`, pct: at, duration_sec: at }))
  const [kept] = spellUsage({ ok: true, updated_at: 1, providers: [{ ...entry, windows: many }] }).providers
  expect(kept?.windows.map(({ label }) => label)).toEqual([...Array.from({ length: 11 }, (_, at) => `${at}`), '39'])
})
