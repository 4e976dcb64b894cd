/** Unix milliseconds. */
export type Ms = number

/** Names an agent inside a session; `''` is the main one, others are its sub-agents. */
export type AgentId = string

/** What a session can wait for. */
export const ASK_KINDS = [
  'permission',
  'question',
  'plan',
  'elicitation',
  'possible_question',
  'notification',
  'pane',
  'idle',
] as const

/** What a session can wait for. */
export type AskKind = (typeof ASK_KINDS)[number]

/** What is known of a tool call: its id, else the fingerprint of its input, else only its tool. */
export type CallRef = { call?: string | undefined; tool?: string | undefined; print?: string | undefined }

/** Work that goes on after a turn: the sub-agents by id, and how many tasks of other kinds. */
export type Background = { agents: readonly AgentId[]; other: number }

/** How a turn can end. */
export const TURN_ENDS = ['stop', 'failed', 'interrupted'] as const

/** How a turn can end. */
export type TurnEnd = (typeof TURN_ENDS)[number]

/**
 * An agent's event in our words: no prompt, message or input is left in it. `turn` names the turn it belongs to, where
 * the agent says so.
 */
export type Signal = { agent: AgentId; turn?: string | undefined } & (
  | { is: 'started'; busy: boolean; resumed: boolean }
  | { is: 'prompted'; human: boolean }
  | ({ is: 'call-began'; tool: string; asks?: AskKind | undefined } & CallRef)
  | ({ is: 'asked'; kind: AskKind } & CallRef)
  | ({ is: 'call-ended' } & CallRef)
  | { is: 'batch-ended'; calls: readonly CallRef[] }
  | { is: 'worked' }
  | { is: 'noticed' }
  | { is: 'idled'; drives: boolean }
  | { is: 'broke'; reason: string }
  | { is: 'elicited'; server: string }
  | { is: 'elicitation-answered'; server: string }
  | { is: 'requested'; request?: string | undefined }
  | { is: 'request-failed'; request?: string | undefined; reason: string; final: boolean }
  | { is: 'compacted' }
  | {
      is: 'turn-ended'
      how: TurnEnd
      reason: string
      background?: Background | undefined
    }
  | { is: 'agent-began' }
  | { is: 'agent-ended' }
  | { is: 'ended' }
  | { is: 'witnessed'; status: WitnessedStatus; at: Ms }
  | { is: 'tick' }
)

/** What a witness can say: `at` of its signal is when that became so, by the witness's own stamp. */
export type WitnessedStatus = 'busy' | 'waiting' | 'idle' | 'dead'
