import { PROVIDERS } from '@codexbar/protocol/wire'
import type { Desk } from '../desk/desk.js'
import { quotaViewOf } from '../desk/quota-view.js'
import { isSilenced } from '../desk/silence.js'
import { quotaTroubleOf } from '../desk/trouble.js'
import { viewOf } from '../desk/view.js'
import type { Measure } from './font.js'
import { type Footer, footerOf, type Quotas } from './footer.js'
import { type Section, sectionOf } from './section.js'
import { NO_SETUP, type Setup, setupOf } from './setup.js'

/** What is shown at one moment, as texts that fit and numbers to copy. */
export type Scene = {
  screen: 'gauges' | 'setup'
  sections: readonly [Section, Section]
  footer: Footer
  setup: Setup
}

/**
 * Returns what `desk` shows at `now` (ms of its clock): the set-up screen until any companion says how its sessions
 * stand. Made after every input and once a second; what moves in between is in its motions. `measure` is the painter's.
 */
export function sceneOf(desk: Desk, now: number, measure: Measure): Scene {
  const view = viewOf(desk.companions, now)
  const quotas = Object.fromEntries(PROVIDERS.map((name) => [name, quotaViewOf(desk.companions, name, now)])) as Quotas
  const quotaTrouble = quotaTroubleOf(desk)
  const section = (index: 0 | 1): Section => {
    const provider = PROVIDERS[index]
    const { since } = desk.clocks[provider]
    const silenced = isSilenced(desk.companions, provider, now)
    const attention = view.attention[provider]
    return sectionOf(
      { index, provider, attention, since, silenced, quota: quotas[provider], quotaTrouble, lost: view.lost },
      now,
      measure,
    )
  }
  return {
    screen: view.heard === undefined ? 'setup' : 'gauges',
    sections: [section(0), section(1)],
    footer: footerOf(desk, view, quotas, now, measure),
    setup: view.heard === undefined ? setupOf(desk, measure) : NO_SETUP,
  }
}
