import { dirname } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import { observe } from '../../../core/quota/reading.js'
import { watchFolders } from '../../../shell/folder-watch.js'
import { inTurn } from '../../../shell/in-turn.js'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { codexFolder } from '../folder.js'
import { kindOf, windowsOf } from './limit.js'
import { createNewestLimits } from './newest-limits.js'
import { createRolloutFinder, type Extent } from './rollout-finder.js'
import { archiveFolder, isQuotaName, problemOf, sessionsFolder } from './rollout-folders.js'
import { createRolloutReader } from './rollout-reader.js'

const ID = 'rollouts'

/** Sessions that report are looked at so much later (ms), together. */
const AFTER_STIR = 250
/** Every rollout there is is looked at this often (ms): an old one may have been taken up again unseen. */
const FULL_EVERY = 10 * 60_000
/** More sessions than report within `AFTER_STIR`. */
const MOST_STIRRED = 64
/** The folders of so many of the files that changed last are watched beside those of the newest days. */
const WATCHED_FILES = 4

/** What was written later than this from now is of a clock that was wrong (ms). */
const CLOCK_SKEW = 5 * 60_000

/** The limits that Codex writes into the record of each session. */
export const rollouts: QuotaSource = { id: ID, what: '~/.codex/sessions', optIn: false, create }

function create(post: QuotaPost): RunningSource {
  const { clock } = post
  const codexHome = codexFolder(post.env, post.config)
  const finder = createRolloutFinder(codexHome)
  const reader = createRolloutReader()
  const newest = createNewestLimits((at) => at <= clock.now() + CLOCK_SKEW)
  const stirred = new Set<string>()
  const watch = watchFolders(clock, isQuotaName, () => want(isFullDue() ? 'all' : 'newest'))
  const looks = inTurn(lookAsWanted)
  let wanted: Extent | undefined
  let fullAt: number | undefined
  let cancelStir: (() => void) | undefined
  let isClosed = false

  function isFullDue(): boolean {
    return fullAt === undefined || Math.abs(clock.now() - fullAt) >= FULL_EVERY
  }

  function want(extent: Extent): void {
    if (wanted !== 'all') wanted = extent
    looks.want()
  }

  async function lookAsWanted(): Promise<void> {
    const extent = wanted ?? 'newest'
    wanted = undefined
    if (extent === 'all') fullAt = clock.now()
    const state = await look(extent).catch(() => 'unreadable' as const)
    if (!isClosed) post.note(state)
  }

  async function look(extent: Extent): Promise<SourceState> {
    const sessions = [...stirred]
    stirred.clear()
    const { files, ways } = await finder.find(extent, reader.paths(), sessions)
    // What came into a folder before it was watched is not heard of.
    if (watch.set([...ways, ...files.slice(0, WATCHED_FILES).map(({ path }) => dirname(path))])) want('newest')
    const readable = await reader.read(files, newest)
    if (!isClosed) tell()
    if (files.length === 0) return emptiness()
    if (readable === 0) return 'unreadable'
    return newest.size === 0 ? 'empty' : 'ok'
  }

  function tell(): void {
    for (const { limit, at } of newest.fresh()) {
      const observedAt = Math.min(at, clock.now())
      const seen = { source: ID, observedAt, whole: [kindOf(limit)], isProven: true }
      post.tell(observe(seen, windowsOf([limit])))
    }
  }

  async function emptiness(): Promise<SourceState> {
    const problems = [await problemOf(sessionsFolder(codexHome)), await problemOf(archiveFolder(codexHome))]
    if (problems.every((problem) => problem === 'ENOENT')) return 'absent'
    return problems.some((problem) => problem !== undefined && problem !== 'ENOENT') ? 'unreadable' : 'empty'
  }

  want('newest')
  want('all')
  return {
    stir(id) {
      if (id !== undefined && stirred.size < MOST_STIRRED) stirred.add(id)
      cancelStir ??= clock.setTimer(AFTER_STIR, () => {
        cancelStir = undefined
        want('newest')
      })
    },
    async close() {
      isClosed = true
      cancelStir?.()
      watch.close()
      await looks.close()
    },
  }
}
