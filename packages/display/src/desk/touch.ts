import { PROVIDERS } from '@codexbar/protocol/wire'
import { LAYOUT } from '../scene/layout.js'
import { turnedAt } from '../scene/rotation.js'
import type { Box } from '../scene/screen.js'
import { awake, isDim, levelOf } from './backlight.js'
import type { Desk, DeskEffect } from './desk.js'
import { saidBy } from './section-clock.js'
import { isAsking, isSilenced, silence } from './silence.js'
import { viewOf } from './view.js'

/** How long something must have stood there, in ms, lit and under the same name, before a touch can be meant for it. */
const READ_FOR = 700

/**
 * Returns the display after a touch at a point of the screen. On a dim screen it wakes and does nothing else; then it
 * acknowledges the section that is touched, if that waits for the person and did so long enough to be read. It approves
 * nothing, ever.
 */
export function touch(desk: Desk, at: { x: number; y: number }, now: number): { desk: Desk; effects: DeskEffect[] } {
  if (isDim(desk.backlight)) return { desk: { ...desk, backlight: awake(desk.backlight) }, effects: [] }
  const provider = PROVIDERS.find((_, index) => contains(LAYOUT.sections[index]?.whole, at))
  const nothing = { desk, effects: [] }
  if (provider === undefined || levelOf(desk.backlight) === 0) return nothing
  const clock = desk.clocks[provider]
  const attention = viewOf(desk.companions, now).attention[provider]
  const turned = turnedAt(attention.projects.length, clock.since, now)
  const readable = Math.max(clock.shownSince, turned, desk.litSince)
  const isRead = saidBy(attention) === clock.said && now - readable >= READ_FOR
  if (attention.state !== 'needs_user' || !isRead || isSilenced(desk.companions, provider, now)) return nothing
  const effects: DeskEffect[] = []
  const companions = desk.companions.map((companion, from) => {
    if (!isAsking(companion, provider, now)) return companion
    effects.push({ do: 'acknowledge', from, provider, epoch: companion.asks[provider].epoch })
    return silence(companion, provider)
  })
  return { desk: { ...desk, companions }, effects }
}

function contains(box: Box | undefined, { x, y }: { x: number; y: number }): boolean {
  return box !== undefined && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
}
