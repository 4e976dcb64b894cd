import { spawn as spawnProcess } from 'node:child_process'
import type { Clock } from './clock.js'
import type { Environment } from './environment.js'
import { createLineSplitter } from './line-splitter.js'

/** A program that runs and is spoken to in lines. */
export type Child = {
  send(line: string): void
  /** Asks it and all that it started to end, and makes them after a second. Resolves when it is gone. */
  end(): Promise<void>
}

/**
 * What is made of a child's lines and of its end, which is told exactly once, after the last line. `began`: whether it
 * ever ran. None is told of a child that was asked to end.
 */
export type ChildListener = { line(text: string): void; ended(began: boolean): void }

/** Starts a program. One that cannot be started ends. */
export type Spawn = (
  file: string,
  args: readonly string[],
  options: { env: Environment; clock: Clock },
  listener: ChildListener,
) => Child

/** How long a child that was asked to end may take, and its output once it is gone (ms). */
const PATIENCE = 1_000
/** How much a child may say (bytes). */
const MOST_OUTPUT = 16 * 1024 * 1024

/**
 * Starts programs of this machine, each at the head of a process group of its own: what it starts ends with it. What
 * they say of themselves on stderr is not read.
 */
export const systemSpawn: Spawn = (file, args, { env, clock }, listener) => {
  const child = spawnProcess(file, [...args], {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  const split = createLineSplitter(listener.line)
  let isAsked = false
  let isGone = false
  let cancelWait: (() => void) | undefined

  function signal(name: NodeJS.Signals): void {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // None of them is left.
    }
  }

  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      isGone = true
      signal('SIGKILL')
      // Something that left the group may hold its output open.
      cancelWait = clock.setTimer(PATIENCE, () => child.stdout.destroy())
      resolve()
    })
    child.once('error', () => {
      if (child.pid !== undefined) return
      isGone = true
      resolve()
      listener.ended(false)
    })
  })
  child.once('close', () => {
    cancelWait?.()
    if (!isAsked && child.pid !== undefined) listener.ended(true)
  })
  // A child that ends while it is written to is heard of by its end.
  child.stdin.on('error', () => undefined)
  child.stdout.on('error', () => undefined)
  let said = 0
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.length
    // Nobody who is asked something says so much: it is not listened to any longer.
    if (said > MOST_OUTPUT) child.stdout.destroy()
    else if (!isAsked) split(bytes)
  })
  return {
    send(line) {
      if (!isGone && !isAsked) child.stdin.write(`${line}\n`)
    },
    async end() {
      isAsked = true
      if (isGone) return
      child.stdin.end()
      signal('SIGTERM')
      const cancel = clock.setTimer(PATIENCE, () => signal('SIGKILL'))
      await gone
      cancel()
    },
  }
}
