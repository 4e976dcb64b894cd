import { type Observation, observe } from '../../../core/quota/reading.js'
import type { QuotaPost, QuotaSource } from '../../quota-source.js'
import { type Called, createUpstream } from '../../upstream.js'
import { codexFolder } from '../folder.js'
import { limitsIn } from './app-server-answer.js'
import { talkToAppServer } from './app-server-talk.js'
import { kindOf, windowsOf } from './limit.js'

const ID = 'codex_app_server'

/** Codex itself is asked, which shows its own token: a child that is started for each question and ended after it. */
export const appServer: QuotaSource = {
  id: ID,
  what: 'codex app-server',
  optIn: true,
  create: (post) =>
    createUpstream<undefined>(post, {
      credentials: async () => ({ mark: ID, value: undefined }),
      call: (_, signal) => ask(post, signal),
    }),
}

async function ask(post: QuotaPost, signal: AbortSignal): Promise<Called> {
  const { clock, config, spawn } = post
  const env = { ...post.env, CODEX_HOME: codexFolder(post.env, config) }
  const end = await talkToAppServer({ spawn, clock, env }, signal)
  // Nothing is wrong with the service: whoever signs in need not wait longer than anyone.
  if ('failed' in end)
    return { end: { is: end.failed === 'no_credentials' ? 'answered' : 'failed' }, state: end.failed }
  const limits = limitsIn(end.limits)
  const windows = windowsOf(limits)
  const whole: Observation['whole'] = end.isWhole ? 'all' : limits.map(kindOf)
  post.tell(observe({ source: ID, observedAt: clock.now(), whole, isProven: true }, windows))
  return { end: { is: 'answered' }, state: windows.length === 0 ? 'empty' : 'ok' }
}
