import { basename } from 'node:path'
import type { SessionRecord, State } from '@codexbar/protocol/wire'
import { innermostChild } from './innermost-child.js'
import type { Stage } from './stage.js'
import { waitUntil } from './wait-until.js'
import { watchSession } from './watch.js'

const providers = { claude: 'Claude', codex: 'Codex' } as const

/** What a session should look like: a state, or a state and its reason. */
export type Look = State | `${State}/${string}`

const looksLike = (record: SessionRecord | undefined, look: Look): boolean =>
  record !== undefined && (look.includes('/') ? `${record.state}/${record.reason}` : record.state) === look

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens the stage's client in the folder `cwd` and follows what the companion says of it. */
export const openSession = async (stage: Stage, cwd: string, args: readonly string[]) => {
  const project = basename(cwd)
  const watch = watchSession(stage.api, cwd)
  const pane = await stage.terminal.open([stage.path, ...args], { env: stage.env, cwd })
  const saw = async () =>
    [`${project}: ${watch.story().join(', ')}`, await pane.screen(), stage.companion.log()].join('\n')

  const attention = async () => {
    const answer = await stage.api.status()
    return answer.changed
      ? answer.status.providers.find(({ name }) => name === providers[stage.client])?.attention
      : undefined
  }
  /** Waits until the session and `/status` both look like this, with the right project; returns how long it took. */
  const becomes = async (look: Look, within = 4_000): Promise<number> => {
    const began = Date.now()
    await waitUntil(`${project} to be ${look}`, async () => looksLike(await watch.fresh(), look), { within, saw })
    const ms = Date.now() - began
    const shown = async () => {
      const { state, primary_project } = (await attention()) ?? {}
      const now = await watch.fresh()
      return now !== undefined && state === now.state && (state === 'idle' || primary_project === project)
    }
    await waitUntil(`/status to show ${look} of ${project}`, shown, { within: 500, saw: attention })
    return ms
  }
  /** Waits for one of `states`, and that it is still so half a second later. */
  const settles = async (states: readonly State[], within = 4_000) => {
    const settled = async () => states.includes((await watch.fresh())?.state ?? 'unknown')
    const stayed = async () => (await settled()) && (await pause(500).then(settled))
    await waitUntil(`${project} to settle in ${states.join(' or ')}`, stayed, { within, saw })
  }
  const gone = (within = 3_000) =>
    waitUntil(`${project} to be gone`, async () => (await watch.fresh()) === undefined, { within, saw })
  /** The states seen while `action` went on, the one before it first. */
  const statesDuring = async (action: () => Promise<unknown>): Promise<string[]> => {
    const from = watch.sights.length - 1
    await action()
    return watch.sights.slice(Math.max(0, from)).map(({ record }) => record?.state ?? 'gone')
  }
  /**
   * Presses a key once a dialog is drawn, and again while it stays: Claude holds dialogs back while someone types, and
   * a digit that comes with the first frame only moves its cursor.
   */
  const answer = async (key: string, dialog = /[❯›] \d\. /) => {
    const drawn = async () => dialog.test(await pane.screen())
    await pane.shows(dialog)
    for (let tries = 0; tries < 3 && (await drawn()); tries++) {
      await pane.key(key)
      await waitUntil('the dialog to go', async () => !(await drawn()), { within: 1_000 }).catch(() => undefined)
    }
  }
  /** Leaves as politely as a client understands, so that the next test finds an empty board. */
  const close = async () => {
    if (stage.client === 'codex')
      await pane
        .key('Escape', 'C-c', 'C-c')
        .then(() => pane.ended(1_500))
        .catch(() => undefined)
    await pane.close().catch(() => undefined)
    await gone().catch(() => undefined)
    await watch.stop()
  }
  return {
    ...pane,
    cwd,
    project,
    becomes,
    settles,
    gone,
    statesDuring,
    answer,
    record: watch.latest,
    /** Every name the session ever had. */
    names: () => watch.sights.flatMap(({ record }) => (record ? [record.project] : [])),
    story: watch.story,
    /** Lets time pass in which nothing should change. */
    lets: pause,
    /** The client itself, below its launcher. */
    innermost: () => innermostChild(pane.pid),
    hangUp: pane.close,
    close,
  }
}

export type Session = Awaited<ReturnType<typeof openSession>>
