import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MadeToken, TokenKind } from '@codexbar/protocol/wire'
import type { Stage } from './stage.js'

/** The headers of a request, ready to be sent along. */
export type Shown = Record<string, string>

/** The name that the companion is called by from elsewhere, where the stage is asked for it. */
export const AWAY = { config: { hosts: ['desk.local'] } }

/** What a request from another machine carries. */
export const FAR: Shown = { host: 'desk.local:4747' }

/** What the administrator shows. */
export function adminOf({ home }: Pick<Stage, 'home'>): Shown {
  return { authorization: `Bearer ${readFileSync(join(home, 'token'), 'utf8').trim()}` }
}

/** Pairs something and returns its token, what it shows, and how it is taken back. */
export async function paired(companion: Stage, kind: TokenKind = 'device', name = 'display') {
  const made = (await (await companion.post('/v1/tokens', { name, kind }, adminOf(companion))).json()) as MadeToken
  const { id, token } = made
  const headers: Shown = { authorization: `Bearer ${token}` }
  return { id, token, headers, revoke: () => revoke(companion, id) }
}

/** Revokes a token as the administrator. */
export async function revoke(companion: Stage, id: string): Promise<Response> {
  const headers = { ...adminOf(companion), 'content-type': 'application/json' }
  return companion.app.request(`/v1/tokens/${id}`, { method: 'DELETE', headers })
}
