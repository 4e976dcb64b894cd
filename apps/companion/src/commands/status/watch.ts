import { quotaSummaries } from '@codexbar/protocol/words'
import type { Context } from '../command.js'
import type { Connect } from '../companion-place.js'
import { sizeOf } from '../terminal-size.js'
import { paint, wantsColours } from '../tone.js'
import { follow, type News } from './follow.js'
import { renderView } from './render.js'
import { openScreen } from './screen.js'
import { onSuspend } from './suspend.js'

/** Ages are shown in seconds. */
const TICK = 1_000

/** Shows the sessions in place on a terminal until `context.signal` is aborted. */
export async function watch(connect: Connect, context: Context): Promise<void> {
  const { out, env, now, signal } = context
  const colours = wantsColours(out, env)
  const screen = openScreen(out)
  let heard: (Exclude<News, { lost: unknown }> & { at: number; lostAt?: number }) | undefined
  let ahead = 0

  const draw = (): void => {
    if (heard === undefined) return
    const { width, height } = sizeOf(out)
    const quota = quotaSummaries(heard.usage, Math.max(0, now() - heard.at))
    const lines = renderView({ ...heard, quota }, now() + ahead, width, height)
    screen.draw(lines.map((line) => paint(line, colours)))
  }
  const hear = (news: News): void => {
    if ('lost' in news) {
      if (heard !== undefined) heard = { ...heard, lostAt: heard.lostAt ?? now() + ahead }
    } else {
      ahead = news.sessions.now - now()
      heard = { ...news, at: now() }
    }
    draw()
  }

  const ticking = setInterval(draw, TICK)
  const forget = onSuspend(screen.leave, () => {
    screen.enter()
    draw()
  })
  out.on('resize', draw)
  process.once('exit', screen.close)
  try {
    await follow(connect, signal, hear)
  } finally {
    clearInterval(ticking)
    forget()
    out.off('resize', draw)
    process.off('exit', screen.close)
    screen.close()
  }
}
