import { createClient } from '@codexbar/client'
import { render } from 'preact'
import { App } from './app.js'
import { browserClock } from './clock.js'
import { keepDesk } from './desk-keeper.js'
import { loadFonts } from './font.js'
import { startLive } from './live.js'
import './page.css'

const keeper = keepDesk(location.host, browserClock)
const live = startLive({
  client: createClient({ url: location.origin }),
  clock: browserClock,
  today: Date.now,
  openStream: () => new EventSource('/v1/events'),
  tell: keeper.tell,
})
addEventListener('online', live.nudge)
addEventListener('pageshow', ({ persisted }) => persisted && live.nudge())
document.addEventListener('visibilitychange', () => document.hidden || live.nudge())

const page = document.getElementById('page')
if (page === null) throw new Error('index.html has the element that the page is drawn in')
// Canvases measure and draw at once: with the wrong font they would stay wrong for a second.
loadFonts(document.fonts).then(() => render(<App live={live} keeper={keeper} />, page))
