import type { Gauge, Scene, Section } from '@codexbar/display'

/** Returns what a scene shows, in words: for who does not see the picture. */
export function describeScene({ screen, sections, footer, setup }: Scene): string {
  const parts =
    screen === 'setup'
      ? [setup.title, ...setup.lines, setup.note]
      : [...sections.map(describeSection), footer.left, footer.right]
  return parts.filter((part) => part !== '').join('. ')
}

/**
 * Returns the part of a scene that is worth interrupting someone for: it changes with a state, not with a second. A badge
 * without an accent counts down.
 */
export function announceScene({ screen, sections, setup }: Scene): string {
  if (screen === 'setup') return setup.title
  return sections
    .filter(({ badge, accent }) => badge !== '' && accent.rest > 0)
    .map(({ name, badge }) => `${name}: ${badge}`)
    .join('. ')
}

function describeSection({ name, badge, headline, note, gauges, dot, accent }: Section): string {
  const doing = badge === '' && accent.rest === 0 && dot.motion === 'breathe' ? 'running' : ''
  const parts = [badge, doing, headline, note, ...gauges.map(describeGauge)].filter((part) => part !== '')
  return parts.length === 0 ? name : `${name}: ${parts.join(', ')}`
}

function describeGauge({ label, percent, countdown }: Gauge): string {
  const used = percent === '--' ? 'unknown' : percent
  return countdown === '' ? `${label} ${used}` : `${label} ${used}, resets in ${countdown}`
}
