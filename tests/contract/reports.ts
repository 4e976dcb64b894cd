import { readFileSync } from 'node:fs'
import type { Status } from '@codexbar/protocol/wire'
import { START, type Stage, stage } from '../kit/stage.js'

/** A situation that people reported of tools like this one. */
export type Situation = {
  id: string
  area: string
  situation: string
  steps: { t: number; ev?: Record<string, unknown>; get?: string; req?: string }[]
}

/** Every situation that was reported. */
export const situations: readonly Situation[] = readFileSync(
  new URL('../fixtures/public-reports.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Situation)

/** What came of playing one: what `/status` said at each look, by second, and the companion as it is left. */
export type Played = { desk: Stage; at: Record<number, Status>; tags: Record<number, string> }

/** Plays the events and looks of a situation; `until` lets more time pass (s). Other steps are the test's own. */
export async function play(id: string, until = 0): Promise<Played> {
  const found = situations.find((situation) => situation.id === id)
  if (found === undefined) throw new Error(`no situation ${id}`)
  const desk = stage()
  const played: Played = { desk, at: {}, tags: {} }
  const steps = found.steps.filter(({ ev, get }) => ev !== undefined || get !== undefined)
  // Two variants of one situation may start over at 0: the second plays on its own clock in the same companion.
  for (const { t, ev, get } of steps) {
    await desk.clock.advance(Math.max(0, START + t * 1000 - desk.clock.now()))
    if (ev !== undefined) await desk.post('/attention', ev)
    if (get === '/status') {
      const answer = await desk.get('/status')
      played.at[t] = (await answer.json()) as Status
      played.tags[t] = answer.headers.get('etag') ?? ''
    }
  }
  await desk.clock.advance(Math.max(0, START + until * 1000 - desk.clock.now()))
  return played
}
