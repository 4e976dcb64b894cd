import type { SourceState } from '@codexbar/protocol/wire'
import type { Clock } from '../../../shell/clock.js'
import type { Environment } from '../../../shell/environment.js'
import type { Child, Spawn } from '../../../shell/spawn.js'
import { type Message, readMessage, type SaidLimits, saidIn, updated } from './app-server-answer.js'

/** How a talk with the app-server ended. */
export type TalkEnd = { limits: SaidLimits; isWhole: boolean } | { failed: SourceState }

/**
 * The first question is dropped by some builds when it comes right after the greeting: it is asked again then (ms). Each
 * one is a call to OpenAI, whose answer may take seconds.
 */
const ASK_AGAIN = 5_000

const GREETING = 1
const QUESTIONS: readonly unknown[] = [2, 3]
const CLIENT = { name: 'codexbar', title: 'codexbar', version: '1' }

/**
 * Starts `codex app-server`, asks it for the limits and ends it. Resolves when it is gone, also when `signal` aborts.
 * What a program answers that is no app-server, or none of this protocol (JSON lines), is passed over.
 */
export async function talkToAppServer(
  { spawn, clock, env }: { spawn: Spawn; clock: Clock; env: Environment },
  signal: AbortSignal,
): Promise<TalkEnd> {
  let before: SaidLimits = {}
  let isGreeted = false
  let child: Child | undefined
  let cancelAgain: (() => void) | undefined
  let finish: (end: TalkEnd) => void = () => undefined
  const over = new Promise<TalkEnd>((resolve) => {
    finish = resolve
  })

  function send(message: object): void {
    child?.send(JSON.stringify(message))
  }

  function ask(id: unknown): void {
    send({ id, method: 'account/rateLimits/read', params: null })
  }

  function greeted(): void {
    if (isGreeted) return
    isGreeted = true
    send({ method: 'initialized' })
    ask(QUESTIONS[0])
    cancelAgain = clock.setTimer(ASK_AGAIN, () => ask(QUESTIONS[1]))
  }

  function hear(message: Message): void {
    if (message.is === 'update') {
      before = updated(before, message.limit)
    } else if (message.is === 'error') {
      if (!(message.isEarly && message.id === QUESTIONS[0])) finish({ failed: message.state })
    } else if (message.id === GREETING) {
      greeted()
    } else if (QUESTIONS.includes(message.id)) {
      finish(saidIn(message.result, before) ?? { failed: 'bad_answer' })
    }
  }

  const abort = (): void => finish({ failed: 'timeout' })
  if (signal.aborted) return { failed: 'timeout' }
  signal.addEventListener('abort', abort)
  try {
    child = spawn(
      'codex',
      ['app-server'],
      { env, clock },
      {
        line(text) {
          const message = readMessage(text)
          if (message !== undefined) hear(message)
        },
        ended: (began) => finish({ failed: began ? 'unreachable' : 'absent' }),
      },
    )
    send({ id: GREETING, method: 'initialize', params: { clientInfo: CLIENT } })
    return await over
  } catch {
    // The system has nothing left to start it with.
    return { failed: 'unreachable' }
  } finally {
    cancelAgain?.()
    signal.removeEventListener('abort', abort)
    await child?.end()
  }
}
