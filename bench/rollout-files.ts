import { appendFile, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How large each of the files of a heavy user's home is, and how many there are: 2 GB. */
export const ROLLOUTS = { files: 2_000, bytes: 1_048_576 } as const

/** What a session writes between two answers: a line that says nothing of quota. */
const CHATTER = `${JSON.stringify({ timestamp: '2026-11-30T09:00:00Z', type: 'response_item', payload: { text: 'x'.repeat(8_000) } })}\n`

/** How much of a file's end is written; what is before is a hole, which costs the disk nothing and is never read. */
const CHATTER_LINES = 20

/** Fills a home with rollouts of many days, the newest of today, each with a reading near its end. */
export async function furnishRollouts(home: string): Promise<void> {
  for (let file = 0; file < ROLLOUTS.files; file += 1) {
    const path = rolloutPath(home, file)
    await mkdir(dirname(path), { recursive: true })
    const handle = await open(path, 'w')
    try {
      const end = readingLine(file % 100) + CHATTER.repeat(CHATTER_LINES)
      await handle.write(`\n${end}`, ROLLOUTS.bytes - end.length - 1)
    } finally {
      await handle.close()
    }
  }
}

/** Appends a reading of `percent` to the newest rollout, as a turn of Codex does. */
export async function appendReading(home: string, percent: number): Promise<void> {
  await appendFile(rolloutPath(home, ROLLOUTS.files - 1), CHATTER + readingLine(percent))
}

const FILES_A_DAY = 10
const DAY = 86_400_000

function rolloutPath(home: string, file: number): string {
  const days = Math.floor((ROLLOUTS.files - 1 - file) / FILES_A_DAY)
  const [date = ''] = new Date(Date.now() - days * DAY).toISOString().split('T')
  const id = `00000000-0000-7000-8000-${String(file).padStart(12, '0')}`
  return join(home, '.codex', 'sessions', ...date.split('-'), `rollout-${date}T09-00-00-${id}.jsonl`)
}

function readingLine(percent: number): string {
  const resets_at = Math.ceil(Date.now() / 1_000) + 3_600
  const primary = { used_percent: percent, window_minutes: 300, resets_at }
  const secondary = { used_percent: percent / 2, window_minutes: 10_080, resets_at: resets_at + 86_400 }
  const payload = { type: 'token_count', info: null, rate_limits: { limit_id: 'codex', primary, secondary } }
  return `${JSON.stringify({ timestamp: new Date().toISOString(), type: 'event_msg', payload })}\n`
}
