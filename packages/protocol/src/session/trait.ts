import type { Provider } from '../wire/provider.js'
import type { Ms } from './signal.js'

/** What of an agent's ways decides how its signals read. A new agent is a new row. */
export type Traits = {
  /** How long an ask stands before it is announced. */
  grace: Ms
  /** Its session starts with its first prompt, so that it runs from the start. */
  startsBusy: boolean
  /**
   * Every dialog of the session, a sub-agent's too, holds the keyboard until it is answered: a new turn proves that
   * none is left. It is the only sign of a sub-agent's request that was refused.
   */
  turnEndsDialogs: boolean
}

/**
 * The ways of each agent, as measured with Claude Code 2.1.332 and Codex 0.171.0. Codex's own reviewer may answer a
 * request before the person sees it; Claude holds a sub-agent's dialog back while the person types.
 */
export const TRAITS: Record<Provider, Traits> = {
  Claude: { grace: 500, startsBusy: false, turnEndsDialogs: false },
  Codex: { grace: 1500, startsBusy: true, turnEndsDialogs: true },
}
