import { statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import * as v from 'valibot'
import { type Ms, observe } from '../../../core/quota/reading.js'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { claudeFolder } from '../folder.js'
import { accountOfFolder, isSameFolder } from './dot-claude-json.js'
import { hearLine, restoreLines } from './status-line-memory.js'
import { type StatusLine, StatusLineSchema } from './status-line-payload.js'

const ID = 'status_line'

/** What Claude Code tells its status line: the nearest to live, of the sessions of this machine. */
export const statusLine: QuotaSource = { id: ID, what: "Claude Code's status line", optIn: false, create }

function create(post: QuotaPost): RunningSource {
  const { clock } = post
  const own = claudeFolder(post.env, post.config)
  let memory = restoreLines(post.kept)

  function take(line: StatusLine): SourceState {
    const now = clock.now()
    const heard = hearLine(memory, line, now, () => answeredAt(line, own))
    if (heard.memory !== memory) post.keep(heard.memory)
    memory = heard.memory
    if (heard.seen === undefined) return line.windows.length === 0 ? 'empty' : 'ok'
    const isOther = line.folder !== undefined && !isSameFolder(line.folder, own)
    const account = isOther ? accountOfFolder(line.folder ?? own) : undefined
    if (isOther && account === undefined) return 'other_account'
    post.tell(observe({ source: ID, account, whole: [], ...heard.seen }, line.windows))
    return 'ok'
  }

  return {
    hear(said) {
      const line = v.safeParse(StatusLineSchema, said)
      if (line.success) post.note(take(line.output))
    },
    close: () => undefined,
  }
}

/** Returns when the session got its last answer: its transcript was written then. Nothing outside Claude's is looked at. */
function answeredAt({ transcript, folder }: StatusLine, own: string): Ms | undefined {
  if (transcript === undefined) return undefined
  const path = resolve(transcript)
  if (!path.endsWith('.jsonl') || !path.startsWith(join(resolve(folder ?? own), 'projects') + sep)) return undefined
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.mtimeMs : undefined
  } catch {
    return undefined
  }
}
