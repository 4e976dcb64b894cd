import type { Client } from '@codexbar/client'
import type { SessionRecord } from '@codexbar/protocol/wire'

/** One thing the companion said of a project; undefined when it knew no session there. */
export type Sight = { readonly at: number; readonly record: SessionRecord | undefined }

const face = (record: SessionRecord | undefined) =>
  record && JSON.stringify([record.session_id, record.state, record.reason, record.project, record.asks.length])

/** Asks the companion every 20 ms what it shows for the session in `path`, and remembers each change. */
export const watchSession = (api: Client, path: string) => {
  const sights: Sight[] = []
  let over = false
  let latest: SessionRecord | undefined
  let curious: ((record: SessionRecord | undefined) => void)[] = []

  const look = async () => {
    const { sessions } = await api.sessions()
    latest = sessions.find((record) => record.path === path)
    if (sights.length === 0 || face(sights.at(-1)?.record) !== face(latest))
      sights.push({ at: Date.now(), record: latest })
  }
  const run = async () => {
    while (!over) {
      const due = curious
      curious = []
      const looked = await look().then(
        () => true,
        () => false,
      )
      if (looked) for (const tell of due) tell(latest)
      else curious.unshift(...due)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    for (const tell of curious) tell(latest)
  }
  const running = run()
  /** What the companion says when asked from now on: one that restarts is waited for. */
  const fresh = () =>
    new Promise<SessionRecord | undefined>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the companion does not answer')), 5_000)
      curious.push((record) => {
        clearTimeout(timer)
        resolve(record)
      })
    })

  const story = () => {
    const began = sights[0]?.at ?? 0
    return sights.map(
      ({ at, record }) =>
        `${at - began} ${record ? `${record.state}/${record.reason} asks=${record.asks.length}` : 'gone'}`,
    )
  }
  const stop = async () => {
    over = true
    await running
  }
  return { fresh, latest: () => latest, sights, story, stop }
}
