import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import { type Ms, observe } from '../../../core/quota/reading.js'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { claudeFolder } from '../folder.js'
import { accountOfFolder, isSameFolder, readDotClaude, realOf } from './dot-claude-json.js'
import { hearLine, isAnyKnown, restoreLines } from './status-line-memory.js'
import { isStatusLine, type StatusLine } from './status-line-payload.js'

const ID = 'status_line'

/** What Claude Code tells its status line: the nearest to live, of the sessions of this machine. */
export const statusLine: QuotaSource = { id: ID, what: "Claude Code's status line", optIn: false, create }

function create(post: QuotaPost): RunningSource {
  const { clock } = post
  const own = claudeFolder(post.env, post.config)
  const home = post.env.HOME || homedir()
  const [usualFolder, usualFile] = [join(home, '.claude'), join(home, '.claude.json')]
  let memory = restoreLines(post.kept)
  let hasTold = isAnyKnown(memory)

  function take(line: StatusLine): void {
    const now = clock.now()
    const heard = hearLine(memory, line, now, () => answeredAt(line, own))
    if (heard.memory !== memory) post.keep(heard.memory)
    memory = heard.memory
    if (heard.seen === undefined) return
    const whose = whoseIs(line)
    if (whose === 'unknown') return
    post.tell(observe({ source: ID, ...whose, whole: [], ...heard.seen }, line.windows))
    hasTold = true
  }

  /** Whose a line is: of who is signed in, where its session has its files in the folder that is watched. */
  function whoseIs({ folder }: StatusLine): { account?: string } | 'unknown' {
    if (folder !== undefined && !isSameFolder(folder, own)) {
      const account = accountOfFolder(folder)
      return account === undefined ? 'unknown' : { account }
    }
    // A session that names no folder has its files in the usual place.
    const usual = folder === undefined && !isSameFolder(own, usualFolder) ? readDotClaude(usualFile) : undefined
    const account = usual?.is === 'read' ? usual.account : undefined
    return account === undefined || account === accountOfFolder(own) ? {} : { account }
  }

  /** Of all sessions: the next to begin has heard nothing yet. */
  function state(): SourceState {
    if (hasTold) return 'ok'
    return isAnyKnown(memory) ? 'other_account' : 'empty'
  }

  if (hasTold) post.note(state())
  return {
    hear(said) {
      if (!isStatusLine(said)) return
      take(said)
      post.note(state())
    },
    close: () => undefined,
  }
}

/** Returns when the session got its last answer: its transcript was written then. Nothing outside Claude's is looked at. */
function answeredAt({ transcript, folder }: StatusLine, own: string): Ms | undefined {
  if (transcript === undefined) return undefined
  const path = realOf(transcript)
  if (!path.endsWith('.jsonl') || !path.startsWith(join(realOf(folder ?? own), 'projects') + sep)) return undefined
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.mtimeMs : undefined
  } catch {
    return undefined
  }
}
