import type { Scene } from '@codexbar/display'

/** Whether anything of a scene moves between two seconds. */
export function moves({ screen, sections }: Scene): boolean {
  return (
    screen === 'gauges' &&
    sections.some(({ accent, dot }) => accent.motion !== 'still' || (dot.shape !== 'none' && dot.motion !== 'still'))
  )
}
