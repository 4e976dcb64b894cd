import * as v from 'valibot'

/** What the bearer of a token may do; `admin` may do everything. */
export const SCOPES = ['read', 'acknowledge', 'answer', 'report', 'admin'] as const

/** One thing that a token allows. */
export type Scope = (typeof SCOPES)[number]

/** What each kind of token allows. A new kind is a new row. */
export const TOKEN_KINDS = {
  device: ['read', 'acknowledge'],
  browser: ['read', 'acknowledge', 'answer'],
} as const satisfies Record<string, readonly Scope[]>

/** Who a token was made for. */
export type TokenKind = keyof typeof TOKEN_KINDS

/** The kind of a token exactly as the wire spells it. */
export const TokenKindSchema = v.picklist(Object.keys(TOKEN_KINDS) as [TokenKind, ...TokenKind[]])

const TokenNameSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const Seconds = v.pipe(v.number(), v.integer(), v.minValue(0))

/** `POST /v1/tokens`: whom to make a token for. */
export const NewTokenSchema = v.object({ name: TokenNameSchema, kind: TokenKindSchema })

/** Whom to make a token for. */
export type NewToken = v.InferOutput<typeof NewTokenSchema>

/** The answer of `POST /v1/tokens`: the only time that the token itself is said. */
export const MadeTokenSchema = v.object({ ok: v.literal(true), id: v.string(), token: v.string() })

/** A token that was made. */
export type MadeToken = v.InferOutput<typeof MadeTokenSchema>

/**
 * What is said of a token, never the token: when it was made, and on which day it was last used (Unix seconds; absent
 * when it never was).
 */
export const TokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  kind: TokenKindSchema,
  scopes: v.array(v.picklist(SCOPES)),
  created_at: Seconds,
  used_at: v.optional(Seconds),
})

/** What is said of a token. */
export type Token = v.InferOutput<typeof TokenSchema>

/** `GET /v1/tokens`: every token that was given out, the oldest first. */
export const TokensSchema = v.object({ ok: v.literal(true), tokens: v.array(TokenSchema) })

/** The answer of `GET /v1/tokens`. */
export type Tokens = v.InferOutput<typeof TokensSchema>

/** The answer of `DELETE /v1/tokens/{id}`. */
export const RevokedSchema = v.object({ ok: v.literal(true) })
