import type { Sessions, Usage } from '@codexbar/protocol/wire'
import { quotaSummaries } from '@codexbar/protocol/words'
import type { Command, Context } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { sizeOf } from '../terminal-size.js'
import { type Line, paint, wantsColours } from '../tone.js'
import { createChronicle, createJsonChronicle } from './chronicle.js'
import { follow } from './follow.js'
import { quotaLines } from './quota-line.js'
import { renderSessions } from './render.js'
import { watch } from './watch.js'

/** `codexbar status`: every session and the quota once, or for as long as someone looks. */
export const status: Command = {
  options: {
    watch: { type: 'boolean', short: 'w', summary: 'Keep showing them; Ctrl-C ends it.' },
    json: {
      type: 'boolean',
      summary: 'Print JSON: once, or one line for each change. Programs call pnpm -s codexbar status --json.',
    },
  },
  async run(values, context) {
    const { env, out, signal, now } = context
    const place = await findCompanion(env)
    const connect = () => connectTo(place)
    const client = connect()
    if (values.watch !== true) {
      const [sessions, usage] = await Promise.all([client.sessions({ signal }), client.usage({ signal })])
      if (values.json === true) {
        const answer = await client.status({ signal })
        const shown = answer.changed ? answer.status : undefined
        const whole = { ok: true, status: shown, sessions: sessions.sessions, usage }
        out.write(`${JSON.stringify(whole, undefined, 2)}\n`)
      } else print(sessions, usage, context)
      return 0
    }
    // A companion that is not there is said at once; one that is lost later is waited for.
    await client.sessions({ signal })
    if (out.isTTY === true && values.json !== true) {
      await watch(connect, context)
      return 0
    }
    const tell = values.json === true ? createJsonChronicle() : createChronicle(now)
    await follow(connect, signal, (news) => {
      for (const line of tell(news)) out.write(`${line}\n`)
    })
    return 0
  },
}

function print(sessions: Sessions, usage: Usage, { out, env }: Context): void {
  const { width } = sizeOf(out)
  const colours = wantsColours(out, env)
  const quota = quotaLines(quotaSummaries(usage, 0), width, false)
  const lines: Line[] = [...renderSessions(sessions, sessions.now, width), [], ...quota]
  for (const line of lines) out.write(`${paint(line, colours).trimEnd()}\n`)
}
