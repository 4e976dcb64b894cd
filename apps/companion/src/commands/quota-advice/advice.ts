import {
  isSourceState,
  type Provider,
  type QuotaSourceReport,
  SOURCE_STATES,
  type SourceState,
} from '@codexbar/protocol/wire'
import { describeDeaf, describeUnheard, type StatusLine } from './status-line.js'

/** What advice may depend on. */
export type Ground = {
  /** How the person runs the scripts of this project. */
  launcher: string
  /** What Claude's settings say of its status line; `undefined` where nobody can tell. */
  statusLine: StatusLine | undefined
}

type Advice = (ground: Ground, source: QuotaSourceReport) => string | undefined

/** How each agent is signed in. */
const SIGN_IN: Readonly<Record<Provider, string>> = {
  Claude: 'run claude and type /login',
  Codex: 'run codex login',
}

const NOTHING: Advice = () => undefined

/** What a person can do about each state of a source. */
const ADVICE: Readonly<Record<SourceState, Advice>> = {
  ok: NOTHING,
  off: (_, { source }) => howToUse([source]),
  unheard: (_, { provider, asks }) =>
    asks
      ? 'It is asked soon, by itself.'
      : `It is read when a ${provider} session next does something on this machine.`,
  absent: (_, { provider }) => `It comes with the first ${provider} session on this machine.`,
  empty: (_, { provider }) =>
    `It has figures once a ${provider} session got an answer; with an API key or a plan without limits there are none.`,
  other_account: (_, { provider }) => `New figures come with the next ${provider} session of who is signed in now.`,
  no_credentials: (_, { provider }) => `Sign in: ${SIGN_IN[provider]}. An API key has no such quota.`,
  auth_expired: (_, { provider }) =>
    `Begin a ${provider} session, which renews its own sign-in (codexbar never does); else ${SIGN_IN[provider]}.`,
  scope_missing: (_, { provider }) => `This token may not ask for the quota: ${SIGN_IN[provider]}.`,
  rate_limited: () => 'Nothing to do: it is asked again by itself, as seldom as it wants.',
  challenged: () => 'A page for people answers in its place: a proxy, a VPN or the service keeps programs out.',
  unreachable: () => 'It is down, or this machine offline. It is asked again by itself.',
  timeout: () => 'Nothing to do: it is asked again by itself.',
  bad_answer: () => 'It speaks otherwise than this version knows: look for a newer codexbar.',
  unreadable: () => 'May you read it, and is it whole? It is read again when it changes.',
  unsupported: (_, { provider }) => `Update ${provider}.`,
  clock_skew: () => 'Let this machine take its time from the network.',
}

const HEAR: Advice = ({ launcher, statusLine }) => describeUnheard(statusLine, launcher)

/** What differs from that for one source. */
const OF_SOURCE: Readonly<Record<string, Partial<Record<SourceState, Advice>>>> = {
  status_line: { unheard: HEAR, absent: HEAR },
  claude_json: {
    empty: () => 'Claude writes it when it asks for its limits: type /usage in a Claude session. An API key has none.',
  },
  codex_app_server: {
    absent: () => 'Install Codex, and start the companion where codex is on the PATH.',
  },
}

/** Returns what a person can do about how a source stands, as a sentence; `undefined` for nothing. */
export function adviceFor(source: QuotaSourceReport, ground: Ground): string | undefined {
  const { state } = source
  if (!isSourceState(state)) return undefined
  const own = Object.hasOwn(OF_SOURCE, source.source) ? OF_SOURCE[source.source]?.[state] : undefined
  return (own ?? ADVICE[state])(ground, source)
}

/** Returns how one of these sources is switched on, as a sentence. */
export function howToUse(sources: readonly string[]): string {
  const [first = '', ...more] = sources
  const one = more.length === 0 ? 'it' : `one of them (${sources.join(', ')})`
  return `To use ${one}: "quota": { "sources": { "${first}": true } } in config.json.`
}

/** The states of a source that failed which end by themselves. */
const PASSING: readonly SourceState[] = ['rate_limited', 'timeout', 'unreachable']

/** Whether a source failed, and a person has to do something before it does not any more. */
export function needsMending({ state }: QuotaSourceReport): boolean {
  return isSourceState(state) && SOURCE_STATES[state].failed && !PASSING.includes(state)
}

/** Returns what brings newer figures of an agent that has some, as a sentence. */
export function adviceForNewer(provider: Provider, sources: readonly QuotaSourceReport[], ground: Ground): string {
  const isHeard = sources.some(({ source, enabled }) => source === 'status_line' && enabled)
  const deaf = isHeard ? describeDeaf(ground.statusLine, ground.launcher) : undefined
  return deaf ?? `Newer figures come with the next answer of a ${provider} session.`
}
