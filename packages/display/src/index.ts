export { type AnswerFault, readStatus, readUsage } from './answer.js'
export { toAscii } from './ascii.js'
export { type Failure, LOST_AFTER, type Subject } from './companion.js'
export {
  brightnessOf,
  createDesk,
  type Desk,
  type DeskEffect,
  type DeskInput,
  type DeskOptions,
  updateDesk,
} from './desk.js'
export { fit } from './fit.js'
export { FONTS, type FontName, type Measure } from './font.js'
export type { Footer } from './footer.js'
export type { Gauge } from './gauge.js'
export { BAR_WIDTH, type GaugeBoxes, gaugeBoxes, LAYOUT, type SectionBoxes } from './layout.js'
export { breathe, levelAt, type Motion, pulse } from './motion.js'
export type { Network } from './network.js'
export { type Ask, type AskOutcome, afterAsk, createPoll, nextAsk, type Poll, reconnected } from './poll.js'
export { type Scene, sceneOf } from './scene.js'
export { type Box, SCREEN } from './screen.js'
export type { Section } from './section.js'
export type { Setup } from './setup.js'
export { mix, THEME } from './theme.js'
