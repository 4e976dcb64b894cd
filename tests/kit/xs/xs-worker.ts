import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** An XS machine in a process of its own. */
export type XsWorker = {
  /** Runs a script; rejects with what it threw. Resolves to the text that its value, an ArrayBuffer, holds, else ''. */
  evaluate(script: string): Promise<string>
  /** Resolves to the value of an expression, carried as JSON. */
  ask<T>(expression: string): Promise<T>
  /** Collects garbage, runs a script, and resolves to how many slots of the heap it took, garbage and all. */
  slotsOf(script: string): Promise<number>
  /** Resolves to how many steps the engine takes to run a script: the same every time. */
  stepsOf(script: string): Promise<number>
  stop(): Promise<void>
}

/** What the worker says of itself with each answer. `currentHeapCount`: the slots that are not free; `compute`: its steps. */
type Report = { currentHeapCount: number; compute: number }

/**
 * Starts `worker` (xsnap-worker). It reads commands on descriptor 3 and answers on 4, both as netstrings: `e` and a
 * script is answered by `.`, a report, U+0001 and the value, or by `!` and the error.
 */
export function startXs(worker: string): XsWorker {
  const child = spawn(worker, [], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] })
  const commands = child.stdio[3] as Writable
  const answers = readNetstrings(child.stdio[4] as Readable)
  const gone = once(child, 'exit').then(([code, signal]) => `The XS worker ended (${code ?? signal}).`)
  // Its end is heard by whoever asks next.
  commands.on('error', () => {})

  async function run(script: string): Promise<{ value: string; report: Report }> {
    commands.write(netstring(`e${script}`))
    const answer = await Promise.race([answers.next(), gone])
    if (typeof answer === 'string') throw new Error(answer)
    const text = String(answer.value)
    if (answer.done === true || !text.startsWith('.')) throw new Error(`XS: ${text.slice(1)}`)
    const end = text.indexOf('\u0001')
    return { report: JSON.parse(text.slice(1, end)), value: text.slice(end + 1) }
  }

  const evaluate = async (script: string) => (await run(script)).value
  const slots = async (script: string) => (await run(script)).report.currentHeapCount

  return {
    evaluate,
    async slotsOf(script) {
      const before = await slots('gc()')
      return (await slots(script)) - before
    },
    ask: async (expression) =>
      JSON.parse(await evaluate(`new TextEncoder().encode(JSON.stringify(${expression})).buffer`)),
    stepsOf: async (script) => (await run(script)).report.compute,
    stop: () => end(child, commands),
  }
}

function netstring(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from(`${body.length}:`), body, Buffer.from(',')])
}

async function* readNetstrings(stream: Readable): AsyncGenerator<string, void> {
  let kept = Buffer.alloc(0)
  for await (const chunk of stream) {
    kept = Buffer.concat([kept, chunk])
    for (;;) {
      const colon = kept.indexOf(':')
      const end = colon + 1 + Number(kept.subarray(0, colon).toString())
      if (colon < 0 || kept.length <= end) break
      yield kept.subarray(colon + 1, end).toString()
      kept = kept.subarray(end + 1)
    }
  }
}

/** An end of its commands is the worker's to end at; one that does not is ended. */
async function end(child: ChildProcess, commands: Writable): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  commands.end()
  const deadline = setTimeout(() => child.kill('SIGKILL'), 2_000)
  await ended
  clearTimeout(deadline)
}
