import { createSession } from '@codexbar/protocol/session'
import { expect, it } from 'vitest'
import { nameAmong } from '../src/core/sessions.js'

const NOW = 1_000_000

function sessionAt(path: string, at = NOW) {
  const project = path.split('/').at(-1) ?? ''
  const base = { state: 'running', reason: 'tool_use', since: at, at } as const
  return { ...createSession({ provider: 'Claude', id: path, path, project }, at), base }
}

it('tells a project from another of its name that is open, and from no other', () => {
  const ours = sessionAt('/home/u/a/app')
  expect(nameAmong([ours], ours, NOW)).toBe('app')
  expect(nameAmong([ours, sessionAt('/home/u/web')], ours, NOW)).toBe('app')
  expect(nameAmong([sessionAt('/home/u/b/app'), ours], ours, NOW)).toBe('a/app')
  expect(nameAmong([sessionAt('/home/u/b/app', NOW - 24 * 3_600_000), ours], ours, NOW)).toBe('app')
})

it('names the project of a session that is no longer shown', () => {
  const old = sessionAt('/home/u/a/app', NOW - 24 * 3_600_000)
  expect(nameAmong([old], old, NOW)).toBe('app')
})
