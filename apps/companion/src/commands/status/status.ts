import type { Command } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { sizeOf } from '../terminal-size.js'
import { paint, wantsColours } from '../tone.js'
import { createChronicle, createJsonChronicle } from './chronicle.js'
import { follow } from './follow.js'

import { renderSessions } from './render.js'
import { watch } from './watch.js'

/** `codexbar status`: every session once, or for as long as someone looks. */
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
    const sessions = await client.sessions({ signal })
    if (values.watch !== true) {
      if (values.json === true) {
        const answer = await client.status({ signal })
        const shown = answer.changed ? answer.status : undefined
        out.write(`${JSON.stringify({ ok: true, status: shown, sessions: sessions.sessions }, undefined, 2)}\n`)
        return 0
      }
      const colours = wantsColours(out, env)
      for (const line of renderSessions(sessions, sessions.now, sizeOf(out).width))
        out.write(`${paint(line, colours).trimEnd()}\n`)
      return 0
    }
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
