import { basename, dirname } from 'node:path'
import type { SourceState } from '@codexbar/protocol/wire'
import { watchFolders } from '../../../shell/folder-watch.js'
import { nameless } from '../../nameless.js'
import type { QuotaPost, QuotaSource, RunningSource } from '../../quota-source.js'
import { observeBody } from './body-observation.js'
import { chooseDotClaude, isOf } from './choose-dot-claude.js'
import { createDotClaudeFiles, type DotClaudeFiles } from './dot-claude-files.js'
import { type DotClaude, dotClaudePaths } from './dot-claude-json.js'
import { accountName, restoreSignedIn, signIn } from './signed-in.js'
import { readUsageBody } from './usage-body.js'

const ID = 'claude_json'

/** What Claude Code last heard of the quota itself, and who is signed in: it writes both into its state file. */
export const claudeJson: QuotaSource = { id: ID, what: '~/.claude.json', optIn: false, create }

/** How soon and how often a file that was cut is read again (ms), where the system does not tell of the rest. */
const AGAIN_AFTER = 500
const ATTEMPTS = 5

/** What is said of a file that cannot be read. */
const TROUBLES = { cut: 'bad_answer', unreadable: 'unreadable' } as const

/** A cache of a time further ahead is of a clock that was wrong (ms). */
const CLOCK_SKEW = 60_000

function create(post: QuotaPost): RunningSource {
  const { clock } = post
  const paths = dotClaudePaths(post.env, post.config)
  const readFiles = createDotClaudeFiles(paths)
  let signedIn = restoreSignedIn(post.kept)
  let owner = paths.findIndex((path) => nameless(path) === signedIn?.file)
  let told = ''
  let state: SourceState | undefined
  let attempts = 0
  let cancelAgain: (() => void) | undefined

  function look(): void {
    cancelAgain?.()
    cancelAgain = undefined
    const { files, trouble } = readFiles()
    const said = take(files)
    attempts = trouble === 'cut' ? attempts + 1 : 0
    const isTriedAgain = attempts > 0 && attempts < ATTEMPTS
    if (isTriedAgain) cancelAgain = clock.setTimer(AGAIN_AFTER, look)
    if (trouble === undefined) state = said
    else if (!isTriedAgain || state === undefined) state = TROUBLES[trouble]
    post.note(state)
  }

  function take(files: DotClaudeFiles['files']): SourceState {
    const choice = chooseDotClaude(files, owner)
    if (choice.owner === undefined) return 'absent'
    owner = choice.owner
    const account = files[owner]?.account
    takeAccount(account)
    return choice.cache === undefined ? 'empty' : takeCache(choice.cache, account)
  }

  function takeAccount(account: string | undefined): void {
    const next = signIn(signedIn, account, nameless(paths[owner] ?? ''), clock.now())
    if (next === undefined) return
    if (next !== signedIn) post.keep(next)
    signedIn = next
    post.tellAccount(accountName(next), next.since)
  }

  function takeCache(cache: NonNullable<DotClaude['cache']>, account: string | undefined): SourceState {
    const now = clock.now()
    if (!isOf(cache, account)) return 'other_account'
    const body = readUsageBody(cache.body)
    if (cache.fetchedAt === null || body === undefined) return 'bad_answer'
    if (cache.fetchedAt > now + CLOCK_SKEW) return 'clock_skew'
    const of = account === undefined ? undefined : cache.account
    const seen = { source: ID, account: of, observedAt: Math.min(cache.fetchedAt, now) }
    const { observation, state } = observeBody(body, seen, now)
    const mark = JSON.stringify([cache.fetchedAt, of, body])
    if (mark !== told) post.tell(observation)
    told = mark
    return state
  }

  const names = new Set(paths.map((path) => basename(path)))
  const watch = watchFolders(clock, (name) => names.has(name), look)
  watch.set([...new Set(paths.map((path) => dirname(path)))])
  look()
  return {
    close() {
      watch.close()
      cancelAgain?.()
    },
  }
}
