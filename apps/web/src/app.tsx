import type { DeskKeeper } from './display/desk-keeper.js'
import { useRoute } from './hooks/use-route.js'
import { useTitle } from './hooks/use-title.js'
import type { Live } from './live/live.js'
import { LivePage } from './page/live-page.js'
import { Scenes } from './page/scenes.js'
import { hashOf } from './route.js'

/** The whole page. */
export function App({ live, keeper }: { live: Live; keeper: DeskKeeper }) {
  const route = useRoute()
  useTitle(live)
  return (
    <>
      <header>
        <h1>
          <a href={hashOf({ at: 'live' })}>codexbar</a>
        </h1>
        <nav>
          <a href={hashOf({ at: 'live' })} aria-current={route.at === 'live' ? 'page' : undefined}>
            Now
          </a>
          <a href={hashOf({ at: 'scenes' })} aria-current={route.at === 'scenes' ? 'page' : undefined}>
            All scenes
          </a>
        </nav>
      </header>
      {route.at === 'live' ? <LivePage live={live} keeper={keeper} /> : <Scenes name={route.name} />}
    </>
  )
}
