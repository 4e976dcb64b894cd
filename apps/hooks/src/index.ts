export { ensureCurlrc, readCurlrc } from './curlrc.js'
export type { AgentReport } from './inspect-agent.js'
export { type HooksReport, inspectHooks } from './inspect-hooks.js'
export { skippedHooks } from './skipped-hooks.js'
