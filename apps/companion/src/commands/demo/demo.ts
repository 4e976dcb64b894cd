import type { Client } from '@codexbar/client'
import { columns } from '@codexbar/protocol/wire'
import { describeState } from '@codexbar/protocol/words'
import type { Command } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { launcherOf } from '../launcher.js'
import { STATE_WIDTH } from '../status/session-row.js'
import { fill } from '../table.js'
import { sizeOf } from '../terminal-size.js'
import { type Line, paint, wantsColours } from '../tone.js'
import { wrap } from '../wrap.js'
import { play } from './play.js'
import { readStory } from './story.js'

const STORY = 'demo/two-claudes-and-a-codex.jsonl'

/** How many times faster than it happened the story is told: half a minute instead of two. */
const SPEED = 4
/** A caption with less room than this beside what is shown goes below it (columns). */
const NARROWEST = 24

const SLOWEST = 0.1
const FASTEST = 100

/** `codexbar demo`: three recorded sessions for someone who has no agent at hand. */
export const demo: Command = {
  options: {
    speed: { type: 'string', value: 'N', summary: `How many times faster than it happened (default ${SPEED}).` },
  },
  async run(values, { env, out, err, signal, root }) {
    const speed = Number(values.speed ?? SPEED)
    if (!(speed >= SLOWEST && speed <= FASTEST)) {
      err.write(`codexbar: --speed takes a number from ${SLOWEST} to ${FASTEST}.\n`)
      return 2
    }
    const place = await findCompanion(env)
    const client = connectTo(place)
    await client.health({ signal })
    const story = await readStory(new URL(STORY, root))
    const seconds = Math.round((story.at(-1)?.at ?? 0) / 1_000 / speed)
    const tell = (text: string): void => {
      for (const line of wrap(text, sizeOf(out).width)) out.write(`${line}\n`)
    }
    tell(`Two Claude sessions and one Codex session, played to ${place.url} in ${seconds} s. They push nothing.`)
    tell(`Watch them in another terminal: ${launcherOf(env)} codexbar status --watch`)
    out.write('\n')

    const colours = wantsColours(out, env)
    await play(story, {
      client,
      speed,
      signal,
      async onStep({ say }) {
        if (say === undefined) return
        for (const line of caption(await standings(client), say, sizeOf(out).width)) {
          out.write(`${paint(line, colours)}\n`)
        }
      },
    })
    out.write(signal.aborted ? '\nStopped. Its sessions are gone.\n' : '\nThe end. Its sessions are gone.\n')
    return 0
  },
}

/** Returns a caption behind what is shown, on as many lines of `width` columns as it takes; else below it. */
export function caption(shown: Line, say: string, width: number): Line[] {
  const taken = shown.reduce((sum, { text }) => sum + columns(text), 0)
  const isBeside = width - taken >= NARROWEST
  const indent = ' '.repeat(isBeside ? taken : 2)
  const [first = '', ...rest] = wrap(say, width - indent.length)
  const below = (isBeside ? rest : [first, ...rest]).map((text): Line => [{ text: indent + text }])
  return [isBeside ? [...shown, { text: first }] : shown, ...below]
}

/** Returns what the companion shows for each provider, as the first part of a line. */
async function standings(client: Client): Promise<Line> {
  const answer = await client.status()
  if (!answer.changed) return []
  return answer.status.providers.flatMap(({ name, attention: { state } }) => [
    { text: `${name} `, tone: 'faint' as const },
    { text: fill(describeState(state), STATE_WIDTH + 2, 'left'), tone: state },
  ])
}
