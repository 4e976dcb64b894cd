import * as v from 'valibot'

/**
 * The answer of `POST /v1/links`: a path that lets one browser in, once, before `expires_at` (Unix seconds). It is
 * appended to an address that the browser reaches the companion at.
 */
export const LinkSchema = v.object({ ok: v.literal(true), path: v.string(), expires_at: v.number() })

/** A one-time link. */
export type Link = v.InferOutput<typeof LinkSchema>

/** `GET /v1/addresses`: where other machines reach the companion, the best first; none when they do not. */
export const AddressesSchema = v.object({ ok: v.literal(true), addresses: v.array(v.string()) })

/** The answer of `GET /v1/addresses`. */
export type Addresses = v.InferOutput<typeof AddressesSchema>
