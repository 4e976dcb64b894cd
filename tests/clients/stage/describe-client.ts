import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ClientName, findClient } from './find-clients.js'
import { runHeadless } from './run-headless.js'
import { openSession, type Session } from './session.js'
import { type Adapt, buildStage, type Stage } from './stage.js'

/** What a test gets: its client in a terminal or without one, each time in a project that nobody used before. */
export type Lines = {
  readonly stage: () => Stage
  readonly open: (...args: readonly string[]) => Promise<Session>
  readonly reopen: (session: Session, ...args: readonly string[]) => Promise<Session>
  readonly run: (...args: readonly string[]) => ReturnType<typeof runHeadless>
}

/** The spinner names the hook it waits for; that is not a word the hook said. */
const spinner = /running \w+ hook/gi

const speaksOfHooks = (text: string): boolean => /\bhooks?\b|curl|ECONNREFUSED/i.test(text.replace(spinner, ''))

/** A suite with one stage for a client; skipped, with the reason in its title, when the client is not there. */
export const describeClient = async (
  name: ClientName,
  title: string,
  body: (lines: Lines) => void,
  adapt?: Adapt,
): Promise<void> => {
  const found = await findClient(name)
  if ('missing' in found) {
    describe.skip(`${title} (skipped: ${found.missing})`, () => body(nowhere))
    return
  }
  describe(title, () => {
    let stage: Stage
    let opened: Session[] = []
    const said: string[] = []
    beforeAll(async () => {
      stage = await buildStage(name, found.path, adapt)
    })
    afterEach(async () => {
      for (const session of opened) await session.close()
      opened = []
    })
    afterAll(async () => {
      await stage?.close()
    })
    const openIn = async (cwd: string, args: readonly string[]) => {
      const session = await openSession(stage, cwd, args)
      opened.push(session)
      return session
    }
    const run: Lines['run'] = async (...args) => {
      const outcome = await runHeadless(stage, stage.takeProject(), args)
      said.push(outcome.stdout, outcome.stderr)
      return outcome
    }
    body({
      stage: () => stage,
      open: (...args) => openIn(stage.takeProject(), args),
      reopen: (session, ...args) => openIn(session.cwd, args),
      run,
    })
    test('nothing in all of this spoke of hooks', () => {
      expect([...stage.terminal.screens, ...said].filter(speaksOfHooks)).toEqual([])
    })
  })
}

const nowhere: Lines = new Proxy({} as Lines, { get: () => () => Promise.reject(new Error('skipped')) })
