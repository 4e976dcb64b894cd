export { type Failure, LOST_AFTER, type Subject } from './desk/companion.js'
export {
  brightnessOf,
  createDesk,
  type Desk,
  type DeskEffect,
  type DeskInput,
  type DeskOptions,
  updateDesk,
} from './desk/desk.js'
export type { Network } from './desk/network.js'
export { USAGE_STALE_AFTER } from './desk/quota.js'
export { type AnswerFault, readStatus, readUsage } from './polling/answer.js'
export {
  afterRequest,
  createPoll,
  nextRequest,
  type Poll,
  type PollOutcome,
  type PollRequest,
  reconnected,
} from './polling/poll.js'
export { FONTS, type FontName, type Measure } from './scene/font.js'
export type { Footer } from './scene/footer.js'
export type { Gauge } from './scene/gauge.js'
export { BAR_WIDTH, type GaugeBoxes, gaugeBoxes, LAYOUT, type SectionBoxes } from './scene/layout.js'
export { breathe, levelAt, type Motion, pulse } from './scene/motion.js'
export { type Scene, sceneOf } from './scene/scene.js'
export { type Box, SCREEN } from './scene/screen.js'
export type { Section } from './scene/section.js'
export type { Setup } from './scene/setup.js'
export { mix, THEME } from './scene/theme.js'
export { toAscii } from './text/ascii.js'
export { fit } from './text/fit.js'
