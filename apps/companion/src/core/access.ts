import type { Refusal } from '@codexbar/protocol/wire'

/** What an endpoint asks of its caller: nothing on loopback, the right to report, or the administrator's token. */
export type Needs = 'open' | 'report' | 'admin'

/** The headers of a request by their lower-case names. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** How a request arrived. `peer` is the address of the other end, absent where there is no connection. */
export type Approach = { method: string; peer?: string | undefined; host: string; headers: Headers }

/** Whom the companion serves. */
export type Rules = {
  /** Host names it answers to beside the loopback ones, in lower case, without port. */
  hosts: ReadonlySet<string>
  /** The origin of the address people use, if one is set. */
  origin?: string | undefined
  /** Reporting needs a token on loopback too. */
  hookTokenRequired: boolean
  /** Returns what the bearer of a token may do. */
  rightsOf(token: string): 'report' | 'admin' | undefined
}

/** Returns the rules that the settings mean. The host of `base_url` is one of those it answers to. */
export function rulesFor(
  settings: { hosts: readonly string[]; base_url?: string | undefined; hook_token: 'optional' | 'required' },
  rightsOf: Rules['rightsOf'],
): Rules {
  const base = settings.base_url === undefined ? undefined : new URL(settings.base_url)
  const hosts = base === undefined ? settings.hosts : [...settings.hosts, base.host]
  return {
    hosts: new Set(hosts.map(nameOf)),
    origin: base?.origin,
    hookTokenRequired: settings.hook_token === 'required',
    rightsOf,
  }
}

/** Someone who was let in. `isLocal`: on this machine, with no proxy between. */
export type Caller = { isLocal: boolean }

const LOCAL: Caller = { isLocal: true }
const REMOTE: Caller = { isLocal: false }
const UNAUTHORIZED: Refusal = {
  error: 'unauthorized',
  message: 'a valid token is required: Authorization: Bearer TOKEN',
}
const FORBIDDEN_HOST: Refusal = {
  error: 'forbidden_host',
  message: 'this Host is not served; add it to "hosts" in config.json to allow it',
}
const FORBIDDEN_ORIGIN: Refusal = { error: 'forbidden_origin', message: 'requests from other web pages are refused' }
const NOT_JSON: Refusal = { error: 'unsupported_media_type', message: 'content-type must be application/json' }
const FORBIDDEN: Refusal = { error: 'forbidden', message: 'this token does not allow that' }

/** Returns the caller a request is from, or why it is refused. Every request of every endpoint passes here. */
export function admit(approach: Approach, rules: Rules, needs: Needs): Caller | Refusal {
  const { headers, host } = approach
  const isLoopbackHost = isLoopbackName(nameOf(host))
  if (!isLoopbackHost && !rules.hosts.has(nameOf(host))) return FORBIDDEN_HOST
  const changes = approach.method !== 'GET' && approach.method !== 'HEAD'
  if (changes && isForeign(headers, host, rules.origin)) return FORBIDDEN_ORIGIN
  const isLocal = isLoopbackHost && isLoopbackPeer(approach.peer) && !isForwarded(headers)
  const isFree = isLocal && (needs === 'open' || (needs === 'report' && !rules.hookTokenRequired))
  const refusal = isFree ? undefined : checkToken(headers.authorization, rules, needs)
  if (refusal !== undefined) return refusal
  if (changes && !isJson(headers['content-type'])) return NOT_JSON
  return isLocal ? LOCAL : REMOTE
}

function checkToken(authorization: Headers[string], rules: Rules, needs: Needs): Refusal | undefined {
  const [, token] = (typeof authorization === 'string' && /^bearer +([\w-]+)$/i.exec(authorization)) || []
  const rights = token === undefined ? undefined : rules.rightsOf(token)
  if (rights === undefined) return UNAUTHORIZED
  return rights === 'admin' || rights === needs ? undefined : FORBIDDEN
}

/** Returns a Host header's name in lower case, without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]' || isLoopbackIpv4(name)
}

function isLoopbackIpv4(address: string): boolean {
  const parts = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  return parts?.slice(1).every((part) => Number(part) <= 255) ?? false
}

function isLoopbackPeer(address: string | undefined): boolean {
  if (address === undefined || address === '127.0.0.1' || address === '::1') return true
  return isLoopbackIpv4(address.startsWith('::ffff:') ? address.slice(7) : address)
}

/** A proxy on this machine speaks for people who are not on it. */
function isForwarded(headers: Headers): boolean {
  for (const name in headers) {
    if (name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-')) return true
  }
  return false
}

/** Another page in the person's browser. Programs send none of these headers. */
function isForeign(headers: Headers, host: string, ownOrigin: string | undefined): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const origin = headers.origin
  if (origin === undefined) return false
  if (typeof origin !== 'string') return true
  return origin !== ownOrigin && origin !== `http://${host}` && origin !== `https://${host}`
}

function isJson(type: Headers[string]): boolean {
  if (type === 'application/json') return true
  return typeof type === 'string' && /^application\/json\s*(;|$)/i.test(type)
}
