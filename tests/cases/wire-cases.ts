import {
  type Attention,
  AttentionSchema,
  aggregate,
  byUrgency,
  causeOf,
  columns,
  decay,
  describeReason,
  expire,
  merge,
  nameProjects,
  plainLine,
  projectName,
  providerNamed,
  ReportSchema,
  type SessionRecord,
  STATES,
  type State,
  StatusSchema,
  truncate,
  truncateLabel,
  UsageSchema,
} from '@codexbar/protocol/wire'
import * as v from 'valibot'
import type { EngineCase } from './engine-case.js'
import { TEXTS } from './texts.js'

const PATHS = [
  '/Users/x/projects/client/foo',
  '/home/u/proj/',
  '/',
  '',
  'C:\\Users\\me\\src\\shop',
  'C:/Users/me/src/shop',
  '\\\\wsl$\\Ubuntu\\home\\me\\blog',
  '/home/u/修复',
  '/home/u/a\nb',
  `/x/${'é'.repeat(200)}`,
  `/x/${'😀'.repeat(70)}`,
]

const ATTENTION: Attention = {
  state: 'needs_user',
  count: 2,
  primary_project: 'Grüße 修复 😀',
  projects: ['Grüße 修复 😀', 'api'],
  reason: 'permission_request',
  updated_at: 1_796_000_000,
  epoch: 7,
}
const STATUS = { ok: true, updated_at: 1_796_000_000, providers: [{ name: 'Claude', attention: ATTENTION }] }
const USAGE = {
  ok: true,
  updated_at: 1,
  providers: [
    {
      name: 'Codex',
      windows: [{ label: '5h', pct: 105.5, resets_in_sec: null, duration_sec: 18_000 }],
      observed_at: null,
      age_sec: 3,
      stale: false,
      source: 'rollout',
    },
  ],
}

/** Bodies, right and wrong, by what is wrong with them. */
const BODIES: readonly (readonly [string, v.GenericSchema, unknown])[] = [
  ['a status', StatusSchema, STATUS],
  ['a status with a ceiling and an unknown key', StatusSchema, { ...STATUS, ceiling: 0.4, more: [1] }],
  ['a status whose ceiling is above 1', StatusSchema, { ...STATUS, ceiling: 1.5 }],
  ['a status that says no', StatusSchema, { ...STATUS, ok: false }],
  ['a status of an unknown provider', StatusSchema, { ...STATUS, providers: [{ name: 'Else', attention: ATTENTION }] }],
  ['no status', StatusSchema, null],
  ['a list for a status', StatusSchema, []],
  ['an attention in an unknown state', AttentionSchema, { ...ATTENTION, state: 'confused' }],
  ['an attention with a negative count', AttentionSchema, { ...ATTENTION, count: -1 }],
  ['an attention with half a count', AttentionSchema, { ...ATTENTION, count: 1.5 }],
  ['an attention with four projects', AttentionSchema, { ...ATTENTION, projects: ['a', 'b', 'c', 'd'] }],
  ['an attention without an epoch', AttentionSchema, { ...ATTENTION, epoch: undefined }],
  ['a usage', UsageSchema, USAGE],
  ['a usage without windows', UsageSchema, { ...USAGE, providers: [{ name: 'Codex' }] }],
  ['a usage whose age is no number', UsageSchema, { ...USAGE, providers: [{ ...USAGE.providers[0], age_sec: 'old' }] }],
  ['a report', ReportSchema, { provider: 'claude', event: 'Stop', session_id: 's1', cwd: '/修复/😀', pane: '%12' }],
  ['a report with a wrong pane', ReportSchema, { provider: 'Claude', event: 'Stop', pane: '%1;ls' }],
  ['a report with too long an id', ReportSchema, { provider: 'Claude', event: 'Stop', session_id: 'x'.repeat(257) }],
  ['a report without an event', ReportSchema, { provider: 'Claude' }],
]

function record(session_id: string, state: State, since: number, path = `/p/${session_id}`): SessionRecord {
  const standing = { state, reason: state === 'needs_user' ? 'question' : '', since, at: since }
  const ask = {
    id: `ask-${session_id}`,
    kind: 'question',
    reason: 'question',
    drives: true,
    opened_at: since,
    at: since,
  }
  return {
    provider: session_id.startsWith('x') ? 'Codex' : 'Claude',
    session_id,
    path,
    project: projectName(path),
    ...standing,
    rest: { state: 'running', reason: 'tool_use', since: 0, at: 0 },
    asks: state === 'needs_user' ? [ask as SessionRecord['asks'][number]] : [],
    background: 0,
    headless: false,
  }
}

const RECORDS = [
  record('s1', 'needs_user', 5_000, '/tmp/customer-a/app'),
  record('s2', 'needs_user', 9_000, '/tmp/customer-b/app'),
  record('s3', 'done', 9_500),
  record('s😀', 'needs_user', 9_000, '/x/修复/😀'),
  record('x1', 'running', 1_000),
  record('x2', 'error', 2_000, '/x/app'),
]
const MOMENTS = [10_000, 4 * 60_000, 11 * 60_000, 31 * 60_000, 61 * 60_000]

const other = (attention: Partial<Attention>) =>
  ({ ...STATUS, ceiling: 0.2, providers: [{ name: 'Claude', attention: { ...ATTENTION, ...attention } }] }) as never

/** Every question, with the texts and numbers in its name. */
export const WIRE_CASES: readonly EngineCase[] = [
  ...BODIES.map(([name, schema, body]) => ({ name: `reads ${name}`, run: () => read(schema, body) })),
  ...TEXTS.flatMap((text) => [
    { name: `makes ${JSON.stringify(text).slice(0, 40)} a line`, run: () => plainLine(text, 64) },
    {
      name: `cuts ${JSON.stringify(text).slice(0, 40)}`,
      run: () => [0, 1, 3, 8, 64].map((limit) => truncate(text, limit)),
    },
    {
      name: `fits ${JSON.stringify(text).slice(0, 40)} into columns`,
      run: () => [columns(text), ...[-1, 0, 1, 2, 5, 12].map((width) => truncateLabel(text, width))],
    },
  ]),
  ...PATHS.map((path) => ({ name: `names ${JSON.stringify(path).slice(0, 40)}`, run: () => projectName(path) })),
  { name: 'tells projects of one name apart', run: () => RECORDS.map(nameProjects(RECORDS)) },
  { name: 'orders sessions by urgency', run: () => [...RECORDS].sort(byUrgency).map(({ session_id }) => session_id) },
  ...MOMENTS.map((now) => ({
    name: `aggregates after ${now / 1_000} s`,
    run: () => [aggregate(RECORDS, new Set(), now), aggregate(RECORDS, new Set(['ask-s2']), now)],
  })),
  ...MOMENTS.map((now) => ({
    name: `lets sessions age ${now / 1_000} s`,
    run: () => RECORDS.map((known) => [decay(known, now)?.state, expire(known, now)?.state]),
  })),
  { name: 'merges no companion', run: () => merge([]) },
  {
    name: 'merges three companions',
    run: () => merge([other({ epoch: 3 }), other({ state: 'error', count: 7 }), other({ projects: ['b', 'c'] })]),
  },
  {
    name: 'knows providers whatever the case',
    run: () => ['CLAUDE', 'codex', 'ſ', 'İ', ''].map((name) => providerNamed(name)),
  },
  { name: 'knows reasons', run: () => ['question', 'toString', '__proto__', ''].map(describeReason) },
  { name: 'knows causes', run: () => ['rate_limit', 'Not A Cause', undefined, 'é'].map(causeOf) },
  { name: 'has the same table of states', run: () => STATES },
  {
    name: 'refuses a control character',
    run: () => read(ReportSchema, { provider: 'Claude', event: 'Stop\u0007' }),
    fault: 'a negated class that begins at U+0000 takes everything',
  },
]

function read(schema: v.GenericSchema, body: unknown): unknown {
  const { success, output, issues } = v.safeParse(schema, body)
  return success ? { output } : { issues: issues?.map((issue) => [v.getDotPath(issue), issue.message]) }
}
