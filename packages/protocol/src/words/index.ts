export { describeAge } from './age.js'
export {
  describeSourceState,
  type QuotaLevel,
  type QuotaRow,
  type QuotaStyle,
  type QuotaSummary,
  quotaRow,
  quotaSummaries,
} from './quota.js'
export { describeState, type SessionRow, STATE_WORDS, sessionRow } from './session-row.js'
export { describeWhole } from './whole.js'
