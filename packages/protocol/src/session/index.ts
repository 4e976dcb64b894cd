export type { Change, Resolution } from './change.js'
export { fingerprint } from './fingerprint.js'
export { createLedger, type Ledger, type LedgerOptions, type Surroundings, type Taken } from './ledger.js'
export { present } from './present.js'
export { type Reduced, reduce } from './reduce.js'
export { type Ask, createSession, type Identity, keyOf, type Session } from './session.js'
export {
  type AgentId,
  ASK_KINDS,
  type AskKind,
  type Ms,
  type Signal,
  TURN_ENDS,
  type WitnessedStatus,
} from './signal.js'
