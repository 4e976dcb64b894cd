import { readFile } from 'node:fs/promises'
import { ProviderSchema } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { DEMO_PREFIX } from '../../core/notify.js'

const StepSchema = v.object({
  at: v.pipe(v.number(), v.minValue(0)),
  say: v.optional(v.string()),
  provider: ProviderSchema,
  payload: v.looseObject({ session_id: v.pipe(v.string(), v.startsWith(DEMO_PREFIX)), hook_event_name: v.string() }),
})

/** One recorded event: when it happened (ms from the start), what it means to a person, and what the hook sent. */
export type Step = v.InferOutput<typeof StepSchema>

/** Reads a recorded story: one step a line, in the order of time. */
export async function readStory(file: URL): Promise<Step[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => v.parse(StepSchema, JSON.parse(line)))
}
