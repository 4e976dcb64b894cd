import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../src/session/index.js'
import type { Call } from '../../src/session/session.js'
import { RecordSchema, type Report } from '../../src/wire/index.js'
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

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })

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

type Step = { gap: number; report: Report }
type Desk = ReturnType<typeof createDesk>

/** Plays any events; calls `after` behind each, with the calls that were in flight before it. */
function playChaos(
  steps: readonly Step[],
  after?: (desk: Desk, report: Report, before: readonly Call[]) => void,
): Desk {
  const desk = createDesk()
  let t = 0
  for (const { gap, report } of steps) {
    t += gap
    desk.advanceTo(t)
    const before = sessionOf(desk, report)?.calls ?? []
    desk.tell(t, report)
    after?.(desk, report, before)
  }
  return desk
}

function sessionOf(desk: Desk, { provider, session_id }: Report): Session | undefined {
  return desk.ledger.get(`${provider}/${session_id}`)
}

describe('any sequence of events', () => {
  it('leaves valid records, and asks that hold nothing but an ask', () => {
    fc.assert(
      fc.property(chaos, (steps) => {
        playChaos(steps, ({ ledger }) => {
          for (const record of ledger.records()) expect(v.is(RecordSchema, record)).toBe(true)
          const keys = [...ledger.sessions()].flatMap(({ asks }) => asks.flatMap((ask) => Object.keys(ask)))
          expect(ASK_KEYS).toEqual(expect.arrayContaining([...new Set(keys)]))
        })
      }),
      { numRuns: 300 },
    )
  })

  it('lets no ask outlive its agent or an interrupt', () => {
    const ended = { agents: 0, interrupts: 0 }
    fc.assert(
      fc.property(chaos, (steps) => {
        playChaos(steps, (desk, report) => {
          const asks = sessionOf(desk, report)?.asks ?? []
          if (report.event === 'SubagentStop' && report.agent_id !== undefined) {
            ended.agents += 1
            expect(asks.filter(({ agent }) => agent === report.agent_id)).toEqual([])
          }
          // Without a turn's id and an agent's an interrupt is of whatever the session does now.
          if (report.event === 'Interrupt' && report.turn_id === undefined && report.agent_id === undefined) {
            if (sessionOf(desk, report)?.turn.over?.how !== 'interrupted') return
            ended.interrupts += 1
            expect(asks).toEqual([])
          }
        })
      }),
      { numRuns: 600 },
    )
    expect(Math.min(ended.agents, ended.interrupts)).toBeGreaterThan(5)
  })

  it('never lets a sub-agent end another agent’s call', () => {
    let seen = 0
    fc.assert(
      fc.property(chaos, (steps) => {
        playChaos(steps, (desk, report, before) => {
          const isOfServer = report.event.startsWith('Elicitation')
          if (report.agent_id === undefined || report.event === 'SessionEnd' || isOfServer) return
          const left = sessionOf(desk, report)?.calls.map(({ key }) => key) ?? []
          for (const { agent, key } of before) {
            if (agent === report.agent_id) continue
            seen += 1
            expect(left).toContain(key)
          }
        })
      }),
      { numRuns: 400 },
    )
    expect(seen).toBeGreaterThan(20)
  })

  it('tells every ask that opens once and closes it once', () => {
    fc.assert(
      fc.property(chaos, (steps) => {
        const desk = playChaos(steps)
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
