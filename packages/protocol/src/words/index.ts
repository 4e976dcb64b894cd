export { describeAge } from './age.js'
export { describeState, type SessionRow, STATE_WORDS, sessionRow } from './session-row.js'
export { describeWhole } from './whole.js'
