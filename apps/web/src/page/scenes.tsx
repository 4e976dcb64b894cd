import { useEffect, useState } from 'preact/hooks'
import type { ScenesPage } from './scenes-page.js'

/** The page of all scenes, fetched when it is first wanted: who looks at their sessions does not wait for it. */
export function Scenes({ name }: { name: string | undefined }) {
  const [page, setPage] = useState<{ Page?: typeof ScenesPage; failed?: true }>({})
  useEffect(() => {
    import('./scenes-page.js').then(
      ({ ScenesPage }) => setPage({ Page: ScenesPage }),
      () => setPage({ failed: true }),
    )
  }, [])
  if (page.failed === true) {
    return (
      <main>
        <p class="trouble">The scenes cannot be loaded. Load the page again once the companion runs.</p>
      </main>
    )
  }
  return page.Page === undefined ? <main /> : <page.Page name={name} />
}
