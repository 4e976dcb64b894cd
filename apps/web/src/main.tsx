import { createClient } from '@codexbar/client'
import { EVENTS } from '@codexbar/protocol/wire'
import { render } from 'preact'
import { App } from './app.js'
import { keepDesk } from './display/desk-keeper.js'
import { loadFonts } from './display/font.js'
import { browserClock } from './live/clock.js'
import { eventSourceAt } from './live/event-stream.js'
import { startLive } from './live/live.js'
import { shareStream } from './live/share-stream.js'
import './page.css'

const keeper = keepDesk(location.host, browserClock)
const isSeen = (): boolean => !document.hidden
const stream = shareStream({
  open: eventSourceAt('/v1/events', Object.keys(EVENTS)),
  // Two versions of the page may be open: one that says other words needs another name.
  channel: new BroadcastChannel('codexbar/events/2'),
  clock: browserClock,
  today: Date.now,
  isSeen,
  id: Math.random(),
})
const live = startLive({
  client: createClient({ url: location.origin }),
  clock: browserClock,
  today: Date.now,
  isSeen,
  openStream: stream.open,
  tell: keeper.tell,
})
const wake = (): void => {
  stream.look()
  live.nudge()
}
addEventListener('online', live.nudge)
addEventListener('pagehide', stream.leave)
addEventListener('pageshow', ({ persisted }) => persisted && wake())
document.addEventListener('visibilitychange', () => isSeen() && wake())

const page = document.getElementById('page')
if (page === null) throw new Error('index.html has the element that the page is drawn in')
// Canvases measure and draw at once: with the wrong font they would stay wrong for a second.
loadFonts(document.fonts).then(() => render(<App live={live} keeper={keeper} />, page))
