import type { ServerResponse } from 'node:http'
import { claudeWords } from './claude-words.js'
import { type Reply, replyTo, say } from './directive.js'
import { type EventStream, eventStream, trickle } from './event-stream.js'

type Block = { type: string; text?: string }
type Message = { role: string; content: string | Block[] }

const usage = { input_tokens: 10, output_tokens: 5 }
const remark = /^(<(?!task-notification)[a-z-]+>|\[Request interrupted)/
let calls = 0

/** The last thing that is not the client's own remark decides: a prompt is a directive, a tool's result ends the exchange. */
const replyToMessages = (messages: readonly Message[]): Reply => {
  const last = messages
    .filter((message) => message.role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
    .filter((block) => block.type === 'tool_result' || (block.text && !remark.test(block.text.trim())))
    .at(-1)
  return last?.text === undefined ? say('ok done') : replyTo(last.text, claudeWords)
}

const block = (stream: EventStream, index: number, content_block: object, delta: object) => {
  stream.send('content_block_start', { index, content_block })
  stream.send('content_block_delta', { index, delta })
  stream.send('content_block_stop', { index })
}

const textBlock = (stream: EventStream, text: string) =>
  block(stream, 0, { type: 'text', text: '' }, { type: 'text_delta', text })

const stream = async (response: ServerResponse, model: string, reply: Exclude<Reply, { does: 'fail' }>) => {
  const out = eventStream(response)
  const id = `msg_fake${++calls}`
  out.send('message_start', {
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  })
  if (reply.does === 'say') textBlock(out, reply.text)
  if (reply.does === 'stream') {
    out.send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
    await trickle(out, reply.ms, () =>
      out.send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'tick ' } }),
    )
    out.send('content_block_stop', { index: 0 })
  }
  if (reply.does === 'call')
    for (const [index, { tool, input }] of reply.calls.entries())
      block(
        out,
        index,
        { type: 'tool_use', id: `toolu_fake${String(++calls).padStart(6, '0')}`, name: tool, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      )
  out.send('message_delta', {
    delta: { stop_reason: reply.does === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 5 },
  })
  out.send('message_stop', {})
  out.end()
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const json = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false' })
  response.end(JSON.stringify(body))
}

/** Anthropic's `POST /v1/messages` (streamed or not) and `/count_tokens`, answered by directive. */
export const answerMessages = async (response: ServerResponse, path: string, body: unknown): Promise<void> => {
  const { model, messages = [], stream: streamed } = body as { model: string; messages?: Message[]; stream?: boolean }
  if (path.endsWith('/count_tokens')) return json(response, 200, { input_tokens: 10 })
  const reply = replyToMessages(messages)
  if (reply.does === 'fail') {
    const type = errorTypes[reply.status] ?? 'api_error'
    return json(response, reply.status, {
      type: 'error',
      error: { type, message: `the test asked for ${reply.status}` },
    })
  }
  if (streamed) return stream(response, model, reply)
  const text = reply.does === 'say' ? reply.text : 'ok done'
  json(response, 200, {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage,
  })
}
