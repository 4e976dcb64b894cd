import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenAsXsbug } from '../kit/simulator/xsbug.js'
import { waitUntil } from '../kit/wait-until.js'

test.each([
  ['a thrown error', '# Exception: get x: undefined is no object!', 'exception'],
  ['an error of the engine', '# Error: codexbar/main: missing module!', 'exception'],
  ['memory that is used up', '# Chunk allocation: 4096 bytes failed in fixed size heap', 'exception'],
  ['slots that are used up', '# Slot allocation: failed in fixed size heap', 'exception'],
  ['a stack that is used up', 'stack overflow (8)!', 'exception'],
  ['an end', 'XS abort: unhandled exception', 'exception'],
  ['a trace that cries', 'Hello!', 'trace'],
  ['a trace that speaks of an exception', 'no exception to the rule', 'trace'],
  ['memory that grows', '# Chunk allocation: reserved 78848 used 1024 peak 1024 bytes', 'trace'],
])('%s is heard as such: %s', async (_, line, heard) => {
  const xsbug = await listenAsXsbug()
  onTestFinished(() => xsbug.close())
  const socket = connect(xsbug.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`\r\n<xsbug><log path="/a.js" line="1">${line}\n</log></xsbug>\r\n`)
  await waitUntil('the line', () => xsbug.traces.length + xsbug.exceptions.length > 0)
  expect({ trace: xsbug.traces, exception: xsbug.exceptions }).toEqual({
    trace: heard === 'trace' ? [line] : [],
    exception: heard === 'exception' ? [line] : [],
  })
})
