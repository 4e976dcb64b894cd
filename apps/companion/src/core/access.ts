import type { Refusal, Scope } from '@codexbar/protocol/wire'
import { cookieIn } from './cookie.js'

/**
 * What an endpoint asks of its caller. `anyone`: nothing, since what is sent is the credential. `open`: nothing on this
 * machine, the scope `read` from elsewhere. A scope: a token with it, though reports may be free on this machine.
 */
export type Needs = 'anyone' | 'open' | Scope

/** The headers of a request by their lower-case names. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** How a request arrived. `peer` is the address of the other end, absent where there is no connection. */
export type Approach = { method: string; peer?: string | undefined; host: string; headers: Headers }

/** Someone who shows a token: what it allows, and a signal that aborts when it is revoked, where it can be. */
export type Bearer = { scopes: readonly Scope[]; revoked?: AbortSignal }

/** Whom the companion serves. */
export type Rules = {
  /** Whether it answers to a host name beside the loopback ones, in lower case, without port. */
  answersTo(name: string): boolean
  /** The origin of the address people use, if one is set. */
  origin?: string | undefined
  /** Reporting needs a token on loopback too. */
  hookTokenRequired: boolean
  /** The name of the cookie that a browser shows its token in. */
  cookie: string
  /** Returns who shows a token, `undefined` for one that is none. */
  bearerOf(token: string): Bearer | undefined
}

/** Returns the rules that the settings mean. The host of `base_url` is one of those it answers to. */
export function rulesFor(
  settings: { hosts: readonly string[]; base_url?: string | undefined; hook_token: 'optional' | 'required' },
  known: Pick<Rules, 'cookie' | 'bearerOf'> & { isOwnName(name: string): boolean },
): Rules {
  const base = settings.base_url === undefined ? undefined : new URL(settings.base_url)
  const hosts = new Set((base === undefined ? settings.hosts : [...settings.hosts, base.host]).map(nameOf))
  return {
    answersTo: (name) => hosts.has(name) || known.isOwnName(name),
    origin: base?.origin,
    hookTokenRequired: settings.hook_token === 'required',
    cookie: known.cookie,
    bearerOf: known.bearerOf,
  }
}

/** Someone who was let in. `isLocal`: on this machine, with no proxy between. `bearer`: where a token was needed. */
export type Caller = { isLocal: boolean; bearer?: Bearer }

const LOCAL: Caller = { isLocal: true }
const REMOTE: Caller = { isLocal: false }
/** What is answered to who shows no token, or one that was revoked. */
export const UNAUTHORIZED: Refusal = {
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
  if (!isLoopbackHost && !rules.answersTo(nameOf(host))) return FORBIDDEN_HOST
  const changes = approach.method !== 'GET' && approach.method !== 'HEAD'
  if (changes && isForeign(headers, host, rules.origin)) return FORBIDDEN_ORIGIN
  const isLocal = isLoopbackHost && isLoopbackPeer(approach.peer) && !isForwarded(headers)
  const entry = isFree(needs, isLocal, rules) ? undefined : checkToken(headers, rules, needs)
  if (entry !== undefined && 'error' in entry) return entry
  if (changes && !isJson(headers['content-type'])) return NOT_JSON
  if (entry !== undefined) return { isLocal, bearer: entry }
  return isLocal ? LOCAL : REMOTE
}

/** Returns who shows a token with these headers. Where there is an `Authorization`, right or wrong, no cookie counts. */
export function bearerIn(headers: Headers, rules: Rules): Bearer | undefined {
  const { authorization } = headers
  const token = authorization === undefined ? cookieIn(headers.cookie, rules.cookie) : tokenIn(authorization)
  return token === undefined ? undefined : rules.bearerOf(token)
}

function tokenIn(authorization: string | string[]): string | undefined {
  return typeof authorization === 'string' ? /^bearer +([\w-]+)$/i.exec(authorization)?.[1] : undefined
}

function isFree(needs: Needs, isLocal: boolean, rules: Rules): boolean {
  if (needs === 'anyone') return true
  return isLocal && (needs === 'open' || (needs === 'report' && !rules.hookTokenRequired))
}

function checkToken(headers: Headers, rules: Rules, needs: Needs): Bearer | Refusal {
  const bearer = bearerIn(headers, rules)
  if (bearer === undefined) return UNAUTHORIZED
  const { scopes } = bearer
  const scope = needs === 'open' || needs === 'anyone' ? 'read' : needs
  return scopes.includes('admin') || scopes.includes(scope) ? bearer : FORBIDDEN
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

/** What proxies say of themselves, beside `X-Forwarded-` and more. */
const FORWARDED: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip'])

/** A proxy on this machine speaks for people who are not on it. */
function isForwarded(headers: Headers): boolean {
  for (const name in headers) {
    if (FORWARDED.has(name) || name.startsWith('x-forwarded-')) return true
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
