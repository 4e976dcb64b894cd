import { ErrorSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { RefusedError, UnreadableError } from './companion-error.js'

/** Returns the body of `response` as `schema` describes it; throws the error that fits any other answer of `url`. */
export async function readAnswer<const TSchema extends v.GenericSchema>(
  url: string,
  response: Response,
  schema: TSchema,
): Promise<v.InferOutput<TSchema>> {
  const body = await readJson(response)
  if (response.ok) {
    const answer = v.safeParse(schema, body)
    if (answer.success) return answer.output
    const why = body === undefined ? 'it answers no JSON' : describe(answer.issues[0])
    throw new UnreadableError(url, response.status, why)
  }
  const refusal = v.safeParse(ErrorSchema, body)
  if (refusal.success) throw new RefusedError(url, response.status, refusal.output)
  throw new UnreadableError(url, response.status, `it answered ${response.status}`)
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

function describe(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'body'}: expected ${issue.expected}, received ${issue.received}`
}
