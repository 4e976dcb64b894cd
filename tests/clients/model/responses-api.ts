import type { ServerResponse } from 'node:http'
import { codexWords } from './codex-words.js'
import { type Reply, replyTo, say } from './directive.js'
import { eventStream, trickle } from './event-stream.js'

type Item = { type: string; role?: string; content?: { type: string; text?: string; encrypted_content?: string }[] }

const usage = {
  input_tokens: 10,
  input_tokens_details: null,
  output_tokens: 5,
  output_tokens_details: null,
  total_tokens: 15,
}
let ids = 0

/** Codex sends the whole conversation: the last message of a human or of a parent agent, or a call's output, decides. */
const replyToInput = (input: readonly Item[]): Reply => {
  const last = input
    .filter(({ type, role }) => role === 'user' || type === 'agent_message' || type.endsWith('_output'))
    .at(-1)
  const content = last?.content?.at(-1)
  return content ? replyTo(content.text ?? content.encrypted_content ?? '', codexWords) : say('ok done')
}

const message = (id: string, text: string) => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})

/** OpenAI's `POST /v1/responses`, streamed, answered by directive. */
export const answerResponses = async (response: ServerResponse, body: unknown): Promise<void> => {
  const reply = replyToInput((body as { input?: Item[] }).input ?? [])
  if (reply.does === 'fail') {
    const type = reply.status === 429 ? 'usage_limit_reached' : 'server_error'
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ error: { type, message: `the test asked for ${reply.status}`, resets_in_seconds: 3600 } }),
    )
    return
  }
  const out = eventStream(response)
  const id = `resp_fake${++ids}`
  out.send('response.created', { response: { id } })
  const items =
    reply.does === 'call'
      ? reply.calls.map(({ tool, input, ...rest }) => ({
          type: 'function_call',
          call_id: `call_fake${++ids}`,
          name: tool,
          ...rest,
          arguments: JSON.stringify(input),
        }))
      : [message(`msg_fake${ids}`, reply.does === 'say' ? reply.text : 'ticked')]
  if (reply.does === 'stream') {
    const item_id = `msg_fake${ids}`
    out.send('response.output_item.added', { output_index: 0, item: message(item_id, '') })
    await trickle(out, reply.ms, () =>
      out.send('response.output_text.delta', { item_id, output_index: 0, content_index: 0, delta: 'tick ' }),
    )
  }
  for (const [output_index, item] of items.entries()) out.send('response.output_item.done', { output_index, item })
  out.send('response.completed', { response: { id, usage } })
  out.end()
}
