import {
  PROVIDERS,
  type Provider,
  type QuotaReport,
  type QuotaSourceReport,
  SOURCE_STATES,
  type SourceState,
  type Usage,
} from '@codexbar/protocol/wire'
import type { Agent } from '../agents/agent.js'
import { AGENTS, QUOTA_SOURCES } from '../agents/index.js'
import type {
  Edges,
  ForSource,
  ProviderSource,
  QuotaPost,
  RunningSignIn,
  RunningSource,
  SignInPost,
} from '../agents/quota-source.js'
import { perProvider } from '../core/per-provider.js'
import { heldNow, type Known, keepSources, takeAccount, takeObservation } from '../core/quota/known.js'
import { listReadings, nextAgeing, type Show, showQuota } from '../core/quota/show.js'
import type { Config } from './config.js'
import { createQuotaFile, readQuota } from './quota-file.js'

/** The quota of every provider, kept in memory: nobody who asks makes anyone look. */
export type Quota = {
  /** Looks at every source for the first time, and goes on. */
  start(): void
  /** Returns what is shown of a provider's quota now. */
  show(provider: Provider): Omit<Usage['providers'][number], 'name' | 'attention'>
  /** Returns how the person wants it drawn. */
  readonly style: Required<Pick<Usage, 'show' | 'levels'>>
  /** Returns what each source says and how it stands. */
  report(): QuotaReport
  /** Takes what a hook brought. Answers whether there is a source for it. */
  hear(provider: Provider, brought: ForSource): boolean
  /** A session of the provider did something on this machine. */
  stir(provider: Provider, id: string | undefined): void
  /** Writes what is not written before it returns; resolves when nothing runs any more. */
  close(): Promise<void>
}

type Standing = {
  source: ProviderSource
  running: RunningSource | undefined
  state: SourceState
  lookedAt?: number
  nextAt?: number | undefined
}

/** Returns the quota of a home's person. `changed` is called when anything that is shown may differ. */
export function createQuota(
  deps: Edges & {
    home: string
    changed: () => void
    agents?: readonly Pick<Agent, 'provider' | 'createSignIn'>[]
    sources?: readonly ProviderSource[]
  },
): Quota {
  const { home, changed, agents = Object.values(AGENTS), sources = QUOTA_SOURCES, ...edges } = deps
  const { clock, config, log } = edges
  const kept = readQuota(home, log, clock.now())
  const isRead = (id: string) => sources.some((source) => source.id === id && isOn(source, config))
  const known = perProvider((provider) => keepSources(kept.known[provider], isRead))
  const memories: Record<string, unknown> = { ...kept.sources }
  const file = createQuotaFile({ home, clock, log, state: () => ({ known, sources: memories }) })
  const show: Show = { windows: config.quota.windows, staleAfter: config.quota.stale_after * 60_000 }
  const standings = sources.map(
    (source): Standing => ({ source, running: undefined, state: isOn(source, config) ? 'unheard' : 'off' }),
  )

  const signIns: RunningSignIn[] = []
  let cancelAgeing: (() => void) | undefined

  function learn(provider: Provider, next: Known): void {
    if (next === known[provider]) return
    const before = known[provider]
    known[provider] = next
    file.touch()
    awaitAgeing()
    if (isShownOtherwise(before, next)) changed()
  }

  function isShownOtherwise(before: Known, next: Known): boolean {
    const now = clock.now()
    return JSON.stringify(showQuota(before, show, now)) !== JSON.stringify(showQuota(next, show, now))
  }

  /** Nobody tells that a figure grew old. */
  function awaitAgeing(): void {
    cancelAgeing?.()
    const now = clock.now()
    const at = Math.min(...PROVIDERS.map((provider) => nextAgeing(known[provider], show, now)))
    cancelAgeing = at === Number.POSITIVE_INFINITY ? undefined : clock.setTimer(at - now, age)
  }

  function age(): void {
    awaitAgeing()
    changed()
  }

  function memoryOf(name: string): Pick<QuotaPost, 'kept' | 'keep'> {
    return {
      kept: memories[name],
      keep(value, when = 'soon') {
        memories[name] = value
        file.touch()
        if (when === 'now') file.write()
      },
    }
  }

  function signInPostOf(provider: Provider): SignInPost {
    return {
      ...edges,
      ...memoryOf(`sign_in ${provider}`),
      tell: (account, since) => learn(provider, takeAccount(known[provider], account, since, clock.now())),
    }
  }

  function postOf(standing: Standing): QuotaPost {
    const { id, provider } = standing.source
    return {
      ...edges,
      ...memoryOf(id),
      tell: (observation) => learn(provider, takeObservation(known[provider], observation, clock.now())),
      note(state, nextAt) {
        const before = errorOf(provider)
        Object.assign(standing, { state, lookedAt: clock.now(), nextAt })
        if (errorOf(provider) !== before) changed()
      },
      resets: () => heldNow(known[provider], clock.now()).flatMap(({ resetsAt }) => resetsAt ?? []),
    }
  }

  function errorOf(provider: Provider): SourceState | undefined {
    return standings.find(({ source, state }) => source.provider === provider && SOURCE_STATES[state].failed)?.state
  }

  return {
    start() {
      awaitAgeing()
      for (const { provider, createSignIn } of agents) {
        const isRead = standings.some(({ source, state }) => source.provider === provider && state !== 'off')
        if (isRead) signIns.push(createSignIn(signInPostOf(provider)))
      }
      for (const standing of standings) {
        if (standing.state !== 'off') standing.running = standing.source.create(postOf(standing))
      }
    },
    show(provider) {
      const shown = showQuota(known[provider], show, clock.now())
      const what = sources.find((source) => source.provider === provider && source.id === shown.source)?.what
      const error = errorOf(provider)
      return { ...shown, ...(what === undefined ? {} : { what }), ...(error === undefined ? {} : { error }) }
    },
    style: { show: config.quota.show, levels: config.quota.levels },
    report() {
      const now = clock.now()
      return {
        ok: true,
        now: seconds(now),
        readings: PROVIDERS.flatMap((provider) => listReadings(provider, known[provider], show, now)),
        sources: standings.map(reportOf),
      }
    },
    hear(provider, { source, said }) {
      const running = standings.find((one) => one.source.provider === provider && one.source.id === source)?.running
      running?.hear?.(said)
      return running?.hear !== undefined
    },
    stir(provider, id) {
      for (const { source, running } of standings) if (source.provider === provider) running?.stir?.(id)
    },
    async close() {
      cancelAgeing?.()
      // Written before anything is waited for: whoever opens the home next finds it.
      file.close()
      const running = [...signIns, ...standings.flatMap((standing) => standing.running ?? [])]
      await Promise.all(running.map((one) => one.close()))
    },
  }
}

function isOn({ id, optIn }: ProviderSource, { quota }: Config): boolean {
  return quota.sources[id] ?? !optIn
}

function reportOf({ source, state, lookedAt, nextAt }: Standing): QuotaSourceReport {
  const { provider, id, what, optIn: asks } = source
  const [looked_at, next_at] = [lookedAt, nextAt].map((at) => (at === undefined ? null : seconds(at)))
  return {
    provider,
    source: id,
    what,
    enabled: state !== 'off',
    asks,
    state,
    looked_at: looked_at ?? null,
    next_at: next_at ?? null,
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1_000)
}
