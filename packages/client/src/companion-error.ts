/** What every call of a client rejects with when a failure was to be expected; anything else that rejects is a bug. */
export abstract class CompanionError extends Error {
  abstract override readonly name: 'UnreachableError' | 'RefusedError' | 'UnreadableError'
  /** The address that was asked. */
  readonly url: string

  constructor(url: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.url = url
  }
}

/** Nothing answered: no companion runs there, or it did not answer within its deadline. */
export class UnreachableError extends CompanionError {
  override readonly name = 'UnreachableError' as const

  constructor(url: string, cause: unknown) {
    super(url, `No companion answers at ${url}.`, { cause })
  }
}

/** The companion refused, and said why. */
export class RefusedError extends CompanionError {
  override readonly name = 'RefusedError' as const
  /** The HTTP status. */
  readonly status: number
  /** A code of the wire's error table; a newer companion may send others. */
  readonly code: string

  constructor(url: string, status: number, refusal: { error: string; message: string }) {
    super(url, refusal.message)
    this.status = status
    this.code = refusal.error
  }
}

/** Something answered that is not a companion, or a companion that this client does not understand. */
export class UnreadableError extends CompanionError {
  override readonly name = 'UnreadableError' as const
  readonly status: number

  constructor(url: string, status: number, why: string) {
    super(url, `What answers at ${url} is not a companion that this version understands: ${why}.`)
    this.status = status
  }
}
