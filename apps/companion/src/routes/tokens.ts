import {
  type MadeToken,
  NewTokenSchema,
  plainLine,
  type Refusal,
  type Tokens as TokenList,
} from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { refusalOf } from '../core/refusal.js'
import type { Tokens } from '../shell/tokens.js'
import { answer, refused } from './answer.js'
import { readJson } from './body.js'
import type { Route } from './route.js'

const LARGEST_BODY = 4 * 1024
const LONGEST_NAME = 64

/** `/v1/tokens`: makes, lists and revokes the tokens of devices and browsers. */
export function tokenRoutes(tokens: Tokens): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/tokens',
      needs: 'admin',
      handle() {
        const list = tokens.list()
        if ('error' in list) return refused(list)
        const body: TokenList = { ok: true, tokens: list }
        return answer(body)
      },
    },
    {
      method: 'POST',
      path: '/v1/tokens',
      needs: 'admin',
      async handle(c, { headers }) {
        const made = make(tokens, await readJson(c, headers, LARGEST_BODY))
        if ('error' in made) return refused(made)
        const body: MadeToken = { ok: true, ...made }
        return answer(body, 201)
      },
    },
    {
      method: 'DELETE',
      path: '/v1/tokens/:id',
      needs: 'admin',
      handle(c) {
        const refusal = tokens.revoke(c.req.param('id') ?? '')
        return refusal === undefined ? answer({ ok: true }) : refused(refusal)
      },
    },
  ]
}

function make(tokens: Tokens, read: { json: unknown } | Refusal): ReturnType<Tokens['create']> {
  if ('error' in read) return read
  const wanted = v.safeParse(NewTokenSchema, read.json)
  if (!wanted.success) return refusalOf(wanted.issues[0])
  const name = plainLine(wanted.output.name, LONGEST_NAME)
  if (name === '') return { error: 'invalid_body', message: 'name: expected a name that can be seen' }
  return tokens.create({ ...wanted.output, name })
}
