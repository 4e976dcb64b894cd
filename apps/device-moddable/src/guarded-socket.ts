import TCP, { type TCPOptions } from 'embedded:io/socket/tcp'

/** Who owns a socket: whether its request is over, and how many bytes have come. */
export type Guard = { isOver(): boolean; arrived(bytes: number): void }

/**
 * A TCP socket for the SDK's HTTP client that keeps what a server may send from ending the program: the client throws
 * on malformed answers, from a callback where nobody catches, and opens a socket when a name resolves after `close()`.
 */
export class GuardedSocket extends TCP {
  constructor(options: TCPOptions & { guard: Guard }) {
    const { guard, onReadable, onWritable, onError } = options
    if (guard.isOver()) throw new Error('The request is over.')
    const kept = (run: () => void) => {
      if (guard.isOver()) return
      try {
        run()
      } catch (error) {
        if (!guard.isOver()) onError(error)
      }
    }
    super({
      ...options,
      onReadable: (count) =>
        kept(() => {
          guard.arrived(count)
          if (!guard.isOver()) onReadable(count)
        }),
      onWritable: (count) => kept(() => onWritable(count)),
      onError: (error) => kept(() => onError(error)),
    })
  }
}
