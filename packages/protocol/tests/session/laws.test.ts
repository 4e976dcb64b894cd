import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aggregate, expire, RecordSchema, type SessionRecord, STATES, type State } from '../../src/wire/index.js'
import { createDesk } from './desk.js'
import { overtaken, type Story, story, storyWithoutTurns, type Told } from './story.js'

/** How long after the last event the state must be right. */
const SETTLED = 250

/** Plays a story as it arrived; calls `look` in every pause long enough to settle. */
function play(
  told: readonly Told[],
  endsAt: number,
  look: (t: number, desk: ReturnType<typeof createDesk>) => void,
  times = 1,
) {
  const desk = createDesk()
  told.forEach(({ t, report }, index) => {
    for (let time = 0; time < times; time += 1) desk.tell(t, report)
    const next = told[index + 1]?.t ?? endsAt + 1000
    if (next - t <= SETTLED) return
    desk.advanceTo(t + SETTLED)
    look(t + SETTLED, desk)
  })
  return desk
}

function expectTruth({ truthAt, endsAt }: Story, arrived: readonly Told[], times = 1) {
  play(
    arrived,
    endsAt,
    (t, desk) => {
      expect(`${t} ${desk.state('s1')}`).toBe(`${t} ${truthAt(t)}`)
    },
    times,
  )
}

describe('a session whose story is known', () => {
  it('is shown as it truly is', () => {
    fc.assert(
      fc.property(story, (told) => expectTruth(told, told.told)),
      { numRuns: 300 },
    )
  })

  it('is shown so when every event arrives twice', () => {
    fc.assert(
      fc.property(story, (told) => expectTruth(told, told.told, 2)),
      { numRuns: 200 },
    )
  })

  it('is shown so when neighbours within 200 ms overtake each other', () => {
    fc.assert(
      fc.property(story, fc.nat(1), (told, offset) => expectTruth(told, overtaken(told.told, offset, 200))),
      { numRuns: 500 },
    )
  })

  it('is shown so when its reporter names no turns', () => {
    fc.assert(
      fc.property(storyWithoutTurns, (told) => expectTruth(told, told.told)),
      { numRuns: 100 },
    )
    fc.assert(
      fc.property(storyWithoutTurns, (told) => expectTruth(told, told.told, 2)),
      { numRuns: 100 },
    )
    fc.assert(
      fc.property(storyWithoutTurns, fc.nat(1), (told, offset) => expectTruth(told, overtaken(told.told, offset, 200))),
      { numRuns: 200 },
    )
  })

  it('asks as often as dialogs were open, whatever overtakes', () => {
    fc.assert(
      fc.property(story, fc.nat(1), (told, offset) => {
        const count = (arrived: readonly Told[]) =>
          play(arrived, told.endsAt, () => {}).changes.filter(({ type }) => type === 'ask-opened').length
        expect(count(overtaken(told.told, offset, 200))).toBe(count(told.told))
      }),
      { numRuns: 200 },
    )
  })

  it('has no ask left once turn and sub-agents are over', () => {
    fc.assert(
      fc.property(story, fc.nat(1), (told, offset) => {
        const desk = play(overtaken(told.told, offset, 200), told.endsAt, () => {})
        expect(desk.session('s1')?.asks ?? []).toEqual([])
        expect(desk.session('s1')?.calls ?? []).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

/** An ask is kept in a file: nothing of a signal may ride along. */
const ASK_KEYS = ['id', 'kind', 'agent', 'reason', 'tool', 'print', 'call', 'drives', 'openedAt', 'at', 'announcedAt']

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionDenied',
  'Notification',
  'Elicitation',
  'ElicitationResult',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'Interrupt',
  'PreModelRequest',
  'PostModelRequest',
  'PostCompact',
  'SessionEnd',
  'Nonsense',
]

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

const chaos = fc.array(
  fc.record({
    gap: fc.oneof(fc.nat(300), fc.nat(900_000)),
    report: fc
      .record({
        provider: fc.constantFrom('Claude', 'Codex'),
        event: fc.constantFrom(...EVENTS),
        session_id: fc.constantFrom('s1', 's2'),
        cwd: fc.constant('/x/y'),
        agent_id: maybe(['a', 'b']),
        turn_id: maybe(['t1', 't2']),
        tool_name: maybe(['Bash', 'AskUserQuestion', 'ExitPlanMode', 'mcp__srv__go']),
        tool_use_id: maybe(['u1', 'u2', 'u3']),
        fingerprint: maybe(['p1', 'p2']),
        notification_type: maybe(['permission_prompt', 'idle_prompt', 'auth_storage_failure', 'nonsense']),
        source: maybe(['startup', 'resume', 'compact', 'system']),
        status: maybe(['failed', 'completed']),
        request_id: maybe(['r1', 'r2']),
        mcp_server_name: maybe(['srv']),
        trigger: maybe(['manual']),
      })
      .map((report) => JSON.parse(JSON.stringify(report))),
  }),
  { maxLength: 40 },
)

describe('any sequence of events', () => {
  it('leaves valid records, and no ask outlives its turn or its agent', () => {
    fc.assert(
      fc.property(chaos, (steps) => {
        const desk = createDesk()
        let t = 0
        for (const { gap, report } of steps) {
          t += gap
          desk.tell(t, report)
          for (const record of desk.ledger.records()) expect(v.is(RecordSchema, record)).toBe(true)
          for (const { asks } of desk.ledger.sessions())
            for (const ask of asks) expect(ASK_KEYS).toEqual(expect.arrayContaining(Object.keys(ask)))
          const session = desk.ledger.get(`${report.provider}/${report.session_id}`)
          if (report.event === 'SubagentStop' && report.agent_id !== undefined) {
            expect(session?.asks.some(({ agent }) => agent === report.agent_id) ?? false).toBe(false)
          }
          if (report.event === 'Interrupt' && session?.base.state === 'idle' && session.turn.over?.at === t) {
            expect(session.asks).toEqual([])
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('never lets a sub-agent end another agent’s call', () => {
    fc.assert(
      fc.property(chaos, (steps) => {
        const desk = createDesk()
        let t = 0
        for (const { gap, report } of steps) {
          t += gap
          desk.advanceTo(t)
          const key = `${report.provider}/${report.session_id}`
          const others = (desk.ledger.get(key)?.calls ?? []).filter(({ agent }) => agent !== (report.agent_id ?? ''))
          desk.tell(t, report)
          if (report.agent_id === undefined || report.event === 'SessionEnd') continue
          const left = desk.ledger.get(key)?.calls.map((call) => call.key) ?? []
          const elicitations = ['Elicitation', 'ElicitationResult'].includes(report.event)
          if (!elicitations) for (const call of others) expect(left).toContain(call.key)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('tells every ask that opens once and closes it once', () => {
    fc.assert(
      fc.property(chaos, (steps) => {
        const desk = createDesk()
        let t = 0
        for (const { gap, report } of steps) {
          t += gap
          desk.tell(t, report)
        }
        const ids = (type: string) =>
          desk.changes.flatMap((change) => (change.type === type && 'ask' in change ? [change.ask.id] : []))
        const open = [...desk.ledger.sessions()].flatMap((session) => session.asks.map(({ id }) => id))
        for (const type of ['ask-opened', 'ask-announced', 'ask-closed'])
          expect(new Set(ids(type)).size).toBe(ids(type).length)
        expect([...ids('ask-closed'), ...open].sort()).toEqual(ids('ask-opened').sort())
      }),
      { numRuns: 300 },
    )
  })
})

const record: fc.Arbitrary<SessionRecord> = fc
  .record({
    provider: fc.constantFrom('Claude' as const, 'Codex' as const),
    session_id: fc.uuid(),
    path: fc.constantFrom('/a/app', '/b/app', '/c/web', '/d/api'),
    state: fc.constantFrom(...(Object.keys(STATES) as State[])),
    since: fc.nat(100_000),
    at: fc.nat(4_000_000),
    headless: fc.boolean(),
  })
  .map((some) => ({
    ...some,
    project: some.path.split('/').at(-1) as string,
    reason: 'stop',
    rest: { state: some.state, reason: 'stop', since: some.since, at: some.at },
    asks: [],
    background: 0,
  }))

describe('what is shown', () => {
  it('only ever decays with time', () => {
    fc.assert(
      fc.property(record, fc.nat(5_000_000), fc.nat(5_000_000), (some, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)]
        const direct = expire(some, late)
        const step = expire(some, early)
        expect(step === undefined ? undefined : expire(step, late)).toEqual(direct)
        if (step === undefined) expect(direct).toBeUndefined()
      }),
    )
  })

  it('does not depend on the order of the records', () => {
    const shuffled = fc
      .uniqueArray(record, { selector: ({ session_id }) => session_id, maxLength: 12 })
      .chain((records) => fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })))
    fc.assert(
      fc.property(shuffled, fc.nat(4_000_000), ([records, others], now) => {
        expect(aggregate(others, new Set(), now)).toEqual(aggregate(records, new Set(), now))
      }),
    )
  })
})
