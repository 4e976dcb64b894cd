import { turn } from './clock.js'

/** One event as it came over a stream. */
export type Heard = { id: string; event: string; data: unknown }

/** Everything that came over a stream so far. */
export type Listening = {
  response: Response
  text(): string
  /** The events since this was last asked. */
  heard(): Promise<Heard[]>
  readonly isOver: boolean
  hangUp(): Promise<void>
}

/** Reads a stream of events as it comes. */
export async function listen(answer: Response | Promise<Response>): Promise<Listening> {
  const response = await answer
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const utf8 = new TextDecoder()
  let text = ''
  let taken = 0
  let isOver = false

  async function pump(): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += utf8.decode(value, { stream: true })
    }
    isOver = true
  }
  pump().catch(() => {
    isOver = true
  })
  await turn()

  return {
    response,
    text: () => text,
    async heard() {
      await turn()
      const fresh = text.slice(taken)
      taken = text.length
      return fresh.split('\n\n').flatMap(parse)
    },
    get isOver() {
      return isOver
    },
    hangUp: () => reader.cancel(),
  }
}

function parse(block: string): Heard[] {
  const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
  return id === undefined || event === undefined ? [] : [{ id, event, data: JSON.parse(data ?? 'null') as unknown }]
}
