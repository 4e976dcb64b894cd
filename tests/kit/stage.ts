export { START } from '../../apps/companion/tests/clock.js'
export { type Stage, shownOf, stage, temporaryFolder } from '../../apps/companion/tests/stage.js'
