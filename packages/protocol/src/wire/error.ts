import * as v from 'valibot'

/** Every refusal the companion can answer, with its HTTP status. A new error is a new row. */
export const ERRORS = {
  bad_json: 400,
  invalid_body: 400,
  unknown_provider: 400,
  no_identity: 400,
  unauthorized: 401,
  forbidden: 403,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  limit_reached: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  internal: 500,
  not_stored: 503,
} as const satisfies Record<string, number>

/** The code of a refusal. */
export type ErrorCode = keyof typeof ERRORS

/** The body of every refusal. */
export const ErrorSchema = v.object({ ok: v.literal(false), error: v.string(), message: v.string() })

/** A refusal as a value: what a handler returns instead of throwing. */
export type Refusal = { error: ErrorCode; message: string }
