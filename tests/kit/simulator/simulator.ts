import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pixels, readPng } from '../pixels.js'
import { repo } from '../repo.js'
import { waitUntil } from '../wait-until.js'
import { sdk } from './sdk.js'
import { listenAsXsbug, type Xsbug } from './xsbug.js'

/** What is kept on the device: domain, key, value. */
export type Preferences = Record<string, Record<string, string | number>>

/** A device that runs in the simulator. */
export type Simulator = {
  xsbug: Xsbug
  /** The X server's picture as a file (XWD), always current: a watcher reads a pixel without asking the page. */
  screenFile: string
  /** Each level the backlight was set to, oldest first. */
  backlight: number[]
  /** Takes a picture; with a name it is kept in dist/pictures, to be looked at. */
  shot(name?: string): Promise<Pixels>
  /** Returns where the last picture is kept, for a message that says what was seen instead. */
  lastPicture(): string | undefined
  touch(x: number, y: number): Promise<void>
  wifi(air: 'on' | 'off' | 'refusing'): Promise<void>
  /** Asks the golden program something; rejects with what it threw. */
  ask<T>(ask: string, subject?: unknown): Promise<T>
  /** What went wrong in the device or its page, and every exception. */
  faults(): string[]
  stop(): Promise<void>
}

type Event = { started?: boolean; shot?: string; fault?: string; message?: { backlight?: number; answer?: Answer } }

type Answer = { value: unknown } | { error: string }

const PICTURES = join(repo, 'tests/device/dist/pictures')

/** `screen.touch` of the simulator: a finger comes, and goes. */
const BEGAN = 0
const ENDED = 2

/** Starts the program at `path` with what it keeps, and waits until its page is there. */
export async function simulate(path: string, preferences: Preferences): Promise<Simulator> {
  if (sdk.missing !== undefined) throw new Error(sdk.missing)
  const folder = await mkdtemp(join(tmpdir(), 'codexbar-device-'))
  await mkdir(join(folder, 'events'))
  await mkdir(PICTURES, { recursive: true })
  await cp(join(import.meta.dirname, 'page'), join(folder, 'page'), { recursive: true })
  await writeFile(join(folder, 'modpreferences.json'), JSON.stringify(preferences))
  const xsbug = await listenAsXsbug()
  const { display, xvfb } = await startDisplay(folder)
  const env = {
    PATH: sdk.path,
    DISPLAY: display,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    // The simulator is one application a session bus: a second one would hand its program to the first and end.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NO_AT_BRIDGE: '1',
    XSBUG_HOST: '127.0.0.1',
    XSBUG_PORT: String(xsbug.port),
  }
  const mcsim = spawn('mcsim', [join(folder, 'page'), path], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [mcsim.stdout, mcsim.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))

  const page = listenToPage(folder)
  const stop = async () => {
    page.close()
    await end(mcsim)
    await end(xvfb)
    xsbug.close()
    await rm(folder, { recursive: true, force: true })
  }
  const command = async (actions: object) => {
    const file = join(folder, 'command.json')
    await waitUntil('the last command to be taken', async () => !(await isThere(file)))
    await writeFile(`${file}.part`, JSON.stringify(actions))
    await rename(`${file}.part`, file)
    await waitUntil('the command to be taken', async () => !(await isThere(file)), { saw: () => said })
  }
  try {
    await waitUntil('the page of the simulator', () => page.events.some(({ started }) => started), {
      within: 30_000,
      saw: () => ({
        said,
        ended: mcsim.exitCode,
        events: page.events,
        exceptions: xsbug.exceptions,
        traces: xsbug.traces,
      }),
    })
  } catch (error) {
    await stop()
    throw error
  }
  let shots = 0
  let last: Buffer | undefined
  return {
    xsbug,
    screenFile: join(folder, 'Xvfb_screen0'),
    backlight: page.backlight,
    async shot(name) {
      shots += 1
      const file = name === undefined ? join(folder, `${shots}.png`) : join(PICTURES, `${name}.png`)
      const before = page.events.length
      await command({ shot: file })
      await waitUntil('a picture', () => page.events.slice(before).some(({ shot }) => shot === file), {
        saw: () => page.events.slice(-3),
      })
      last = await readFile(file)
      return readPng(last)
    },
    lastPicture() {
      if (last === undefined) return undefined
      const file = join(PICTURES, 'last.png')
      writeFileSync(file, last)
      return file
    },
    async touch(x, y) {
      await command({ touch: { kind: BEGAN, x, y } })
      await command({ touch: { kind: ENDED, x, y } })
    },
    wifi: (air) => command({ post: { wifi: air } }),
    async ask<T>(ask: string, subject?: unknown) {
      const before = page.events.length
      await command({ post: { ask, subject } })
      const answer = await waitUntil(
        `an answer to ${ask}`,
        () => page.events.slice(before).find(({ message }) => message?.answer)?.message?.answer,
        { within: 60_000 },
      )
      if ('error' in answer) throw new Error(answer.error)
      return answer.value as T
    },
    faults: () => [...xsbug.exceptions, ...page.events.flatMap(({ fault }) => fault ?? [])],
    stop,
  }
}

/** Reads the page's numbered files as they come. */
function listenToPage(folder: string): { events: Event[]; backlight: number[]; close(): void } {
  const events: Event[] = []
  const backlight: number[] = []
  let reading = false
  const readNext = async (): Promise<void> => {
    const text = await readFile(join(folder, `events/${events.length + 1}.json`), 'utf8').catch(() => undefined)
    if (text === undefined) return
    const event = JSON.parse(text) as Event
    events.push(event)
    if (event.message?.backlight !== undefined) backlight.push(event.message.backlight)
    return readNext()
  }
  const timer = setInterval(() => {
    if (reading) return
    reading = true
    void readNext().finally(() => {
      reading = false
    })
  }, 10)
  return { events, backlight, close: () => clearInterval(timer) }
}

async function startDisplay(folder: string): Promise<{ display: string; xvfb: ChildProcess }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '1', '-fbdir', folder, '-screen', '0', '800x600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  xvfb.stdout.on('data', (chunk: Buffer) => (said += chunk))
  const number = await waitUntil('a display', () => said.includes('\n') && said.trim(), { within: 20_000 })
  return { display: `:${number}`, xvfb }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000)
  await ended
  clearTimeout(timer)
}

async function isThere(path: string): Promise<boolean> {
  return (await readFile(path).catch(() => undefined)) !== undefined
}
