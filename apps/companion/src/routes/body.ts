import type { Refusal } from '@codexbar/protocol/wire'
import type { Context } from 'hono'
import type { Headers } from '../core/access.js'
import { intakeAnswer } from './answer.js'
import type { Answer, Env, IntakeRoute, Visitor } from './route.js'

const BAD_JSON: Refusal = { error: 'bad_json', message: 'the body is not JSON' }

const utf8 = new TextDecoder()

/** Reads the body of a request and lets its route take it; a body that is too long is refused without being kept. */
export async function takeBody(c: Context<Env>, visitor: Visitor, route: IntakeRoute): Promise<Answer> {
  const text = await textIn(c, visitor.headers, route.limit)
  return text === undefined ? intakeAnswer(tooLarge(route.limit)) : takeText(text, visitor, route)
}

/** Returns what the body of a request says, or why it is refused. */
export async function readJson(c: Context<Env>, headers: Headers, limit: number): Promise<{ json: unknown } | Refusal> {
  const text = await textIn(c, headers, limit)
  if (text === undefined) return tooLarge(limit)
  try {
    return { json: JSON.parse(text) }
  } catch {
    return BAD_JSON
  }
}

/** Lets a route take a body that was read. */
export function takeText(text: string, visitor: Visitor, route: IntakeRoute): Answer {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return intakeAnswer(BAD_JSON)
  }
  return route.take(json, visitor)
}

/** Returns the text of a body that came in these pieces. */
export function textOf(chunks: readonly Uint8Array[]): string {
  return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
}

async function textIn(c: Context<Env>, headers: Headers, limit: number): Promise<string | undefined> {
  const declared = headers['content-length']
  return declared !== undefined && Number(declared) > limit ? undefined : readUpTo(c.req.raw.body, limit)
}

/** Reads a body, `undefined` once it passes the limit. */
async function readUpTo(body: ReadableStream<Uint8Array> | null, limit: number): Promise<string | undefined> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return textOf(chunks)
    size += value.byteLength
    if (size > limit) {
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
}

function tooLarge(limit: number): Refusal {
  return { error: 'body_too_large', message: `the body is larger than ${limit / 1024} KiB` }
}
