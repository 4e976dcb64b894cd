import {
  AcceptedSchema,
  type Addresses,
  AddressesSchema,
  type Health,
  HealthSchema,
  type Link,
  LinkSchema,
  type MadeToken,
  MadeTokenSchema,
  type NewToken,
  type Provider,
  type QuotaReport,
  QuotaReportSchema,
  type Report,
  RevokedSchema,
  type Sessions,
  SessionsSchema,
  type Status,
  StatusSchema,
  type Tokens,
  TokensSchema,
  type Usage,
  UsageSchema,
} from '@codexbar/protocol/wire'
import ky, { type Options } from 'ky'
import { CompanionError, UnreachableError } from './companion-error.js'
import { readAnswer } from './read-answer.js'
import { withDeadline } from './with-deadline.js'

/** How long a companion may take for a whole answer (ms); a held answer may take that on top of its wait. */
const DEADLINE = 5_000

/** Where the companion is, what to show it, and what to ask with. */
export type ClientOptions = {
  /** Its address, without a path: `http://127.0.0.1:4747`. */
  url: string
  /** Asked for by everything but reports, `/status`, `/usage` and `/health`. */
  token?: string | undefined
  /** Takes the place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

/** What `GET /status` says: a status and the tag to ask for the next one with, or that nothing changed. */
export type StatusAnswer = { changed: true; status: Status; etag?: string } | { changed: false }

/** What was made of a report: `ignored` says that the event means nothing to the companion. */
export type ReportAnswer = { ignored: boolean }

type Cancel = { signal?: AbortSignal }

/** Every call resolves to a validated answer and rejects with a `CompanionError`, or as `signal` was aborted. */
export type Client = {
  /** With `etag` and `wait` (seconds, at most 30) the companion holds its answer until something visible changes. */
  status(options?: { etag?: string; wait?: number } & Cancel): Promise<StatusAnswer>
  /** The quota as it is shown. */
  usage(options?: Cancel): Promise<Usage>
  /** What each source says of the quota, and how it stands. */
  quota(options?: Cancel): Promise<QuotaReport>
  health(options?: Cancel): Promise<Health>
  sessions(options?: Cancel): Promise<Sessions>
  /** Sends one event in the words that both agents share. */
  report(body: Report, options?: Cancel): Promise<ReportAnswer>
  /** Sends one event in an agent's own words, as its hook would. */
  hook(provider: Provider, payload: unknown, options?: Cancel): Promise<ReportAnswer>
  /** Who was let in. */
  tokens(options?: Cancel): Promise<Tokens>
  /** Lets a device or a browser in: its token is said this once. */
  createToken(wanted: NewToken, options?: Cancel): Promise<MadeToken>
  revokeToken(id: string, options?: Cancel): Promise<void>
  /** Makes a link that lets one browser in, once. */
  createLink(options?: Cancel): Promise<Link>
  /** Where other machines reach the companion. */
  addresses(options?: Cancel): Promise<Addresses>
}

/** Returns a client of the companion at `url`. It never tries twice: when to ask again is the caller's to know. */
export function createClient({ url, token, fetch }: ClientOptions): Client {
  const http = ky.create({
    prefixUrl: url,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'error',
    ...(fetch === undefined ? {} : { fetch }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })

  // ky's own deadline ends with the headers; a signal also ends a body that never comes.
  async function call<T>(path: string, read: (response: Response) => Promise<T>, options: Call = {}): Promise<T> {
    const { signal, deadline = DEADLINE, ...rest } = options
    try {
      return await withDeadline(deadline, signal, async (signal) => read(await http(path, { ...rest, signal })))
    } catch (cause) {
      if (cause instanceof CompanionError || signal?.aborted === true) throw cause
      throw new UnreachableError(url, cause)
    }
  }

  async function send(path: string, json: unknown, options?: Cancel): Promise<ReportAnswer> {
    const accepted = await call(path, (response) => readAnswer(url, response, AcceptedSchema), {
      ...options,
      method: 'post',
      json,
    })
    return { ignored: accepted.ignored ?? false }
  }

  return {
    status: ({ etag, wait = 0, signal } = {}) =>
      call('status', (response) => readStatus(url, response), {
        ...(signal === undefined ? {} : { signal }),
        ...(wait > 0 ? { searchParams: { wait } } : {}),
        ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
        deadline: wait * 1_000 + DEADLINE,
      }),
    usage: (options) => call('usage', (response) => readAnswer(url, response, UsageSchema), options),
    quota: (options) => call('v1/quota', (response) => readAnswer(url, response, QuotaReportSchema), options),
    health: (options) => call('health', (response) => readAnswer(url, response, HealthSchema), options),
    sessions: (options) => call('v1/sessions', (response) => readAnswer(url, response, SessionsSchema), options),
    report: (body, options) => send('attention', body, options),
    hook: (provider, payload, options) => send(`hooks/${provider.toLowerCase()}`, payload, options),
    tokens: (options) => call('v1/tokens', (response) => readAnswer(url, response, TokensSchema), options),
    createToken: (wanted, options) =>
      call('v1/tokens', (response) => readAnswer(url, response, MadeTokenSchema), {
        ...options,
        method: 'post',
        json: wanted,
      }),
    revokeToken: async (id, options) => {
      await call(`v1/tokens/${encodeURIComponent(id)}`, (response) => readAnswer(url, response, RevokedSchema), {
        ...options,
        method: 'delete',
        headers: { 'content-type': 'application/json' },
      })
    },
    createLink: (options) =>
      call('v1/links', (response) => readAnswer(url, response, LinkSchema), { ...options, method: 'post', json: {} }),
    addresses: (options) => call('v1/addresses', (response) => readAnswer(url, response, AddressesSchema), options),
  }
}

type Call = Omit<Options, 'signal'> & Cancel & { deadline?: number }

async function readStatus(url: string, response: Response): Promise<StatusAnswer> {
  if (response.status === 304) return { changed: false }
  const status = await readAnswer(url, response, StatusSchema)
  const etag = response.headers.get('etag')
  return { changed: true, status, ...(etag === null ? {} : { etag }) }
}
