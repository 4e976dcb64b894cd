import type { PanelRow } from '../live/quota-panels.js'

/** One quota window: a number, a bar of it, when it begins anew and how old that is. */
export function QuotaWindow({ provider, row }: { provider: string; row: PanelRow }) {
  const { label, percent, resets, age, binds, stale, bar } = row
  return (
    <li class="window" data-binds={binds} data-stale={stale}>
      <span class="label">
        {label}
        {binds && <span class="unseen"> (stops you first)</span>}
      </span>
      <span class="percent">{percent}</span>
      <span class="bar" data-level={bar?.level ?? 'unknown'} aria-hidden="true">
        {bar !== undefined && <span class="fill" style={{ width: `${bar.fill}%` }} />}
      </span>
      {bar !== undefined && (
        <meter
          class="unseen"
          max={100}
          value={bar.fill}
          aria-label={`${provider} ${label}`}
          aria-valuetext={[percent, resets].filter((text) => text !== '').join(', ')}
        />
      )}
      <span class="resets">{resets}</span>
      {age !== '' && <span class="age">{age}</span>}
    </li>
  )
}
