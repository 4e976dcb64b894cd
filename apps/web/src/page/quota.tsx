import { useMoment } from '../hooks/use-moment.js'
import type { LiveState } from '../live/live.js'
import { type QuotaPanel, quotaPanels } from '../live/quota-panels.js'
import { QuotaWindow } from './quota-window.js'

/** How much quota each provider has left, and how far that can be relied on. */
export function Quota({ state }: { state: LiveState }) {
  const panels = useMoment(() => quotaPanels(state, { clock: performance.now(), today: Date.now() }))
  const { phase } = state.connection
  const isMissing = panels.length === 0 && phase === 'live' && state.usageFailure !== undefined
  if (panels.length === 0 && !isMissing) return null
  return (
    <section class="quota" data-phase={phase} aria-labelledby="quota">
      <h2 id="quota">Quota</h2>
      {isMissing && <p class="trouble">The companion does not say how much is left. The page goes on asking.</p>}
      <div class="panels">
        {panels.map((panel) => (
          <Panel key={panel.provider} panel={panel} />
        ))}
      </div>
    </section>
  )
}

function Panel({ panel }: { panel: QuotaPanel }) {
  const { provider, standing, asOf, note, blocked, rows, source, needsHint } = panel
  const head = `quota-of-${provider}`
  return (
    <section class="panel" data-standing={standing} aria-labelledby={head}>
      <div class="panel-head">
        <h3 id={head}>{provider}</h3>
        {asOf !== '' && <p class="as-of">{asOf}</p>}
      </div>
      {note !== '' && (
        <p class="quota-note" data-blocked={blocked}>
          {note}
        </p>
      )}
      {rows.length > 0 && (
        <ul class="windows">
          {rows.map((row, at) => (
            <QuotaWindow key={`${at} ${row.label}`} provider={provider} row={row} />
          ))}
        </ul>
      )}
      {source !== '' && <p class="source">{source}</p>}
      {needsHint && (
        <p class="hint">
          <code>pnpm codexbar usage</code> says why.
        </p>
      )}
    </section>
  )
}
