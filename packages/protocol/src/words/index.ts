export { describeAge } from './age.js'
export {
  describeSourceState,
  type QuotaRow,
  type QuotaStyle,
  type QuotaSummary,
  quotaRow,
  quotaSummaries,
} from './quota.js'
export { describeState, type SessionRow, STATE_WORDS, sessionRow } from './session-row.js'
export { describeWhole } from './whole.js'
export { describeWithheld } from './withheld.js'
