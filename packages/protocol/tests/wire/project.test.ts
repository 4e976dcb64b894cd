import { describe, expect, it } from 'vitest'
import { nameProjects, projectName, type SessionRecord } from '../../src/wire/index.js'

describe('projectName', () => {
  it.each([
    ['/Users/x/projects/client/foo', 'foo'],
    ['/home/u/proj/', 'proj'],
    ['/', '/'],
    ['', 'unknown'],
    ['C:\\Users\\me\\src\\shop', 'shop'],
    ['C:/Users/me/src/shop', 'shop'],
    ['\\\\wsl$\\Ubuntu\\home\\me\\blog', 'blog'],
    ['/srv/back\\slash', 'back\\slash'],
    ['/home/u/修复', '修复'],
    ['/home/u/a\nb', 'a b'],
    ['relative/dir', 'dir'],
  ])('names %j %j', (path, name) => {
    expect(projectName(path)).toBe(name)
  })

  it('keeps at most 64 code points', () => {
    expect(Array.from(projectName(`/x/${'é'.repeat(200)}`))).toHaveLength(64)
  })
})

describe('nameProjects', () => {
  const at = (path: string) => ({ path, project: projectName(path) }) as SessionRecord

  it.each([
    [
      ['/a/app', '/b/web'],
      ['app', 'web'],
    ],
    [
      ['/a/app', '/a/app'],
      ['app', 'app'],
    ],
    [
      ['/tmp/customer-a/app', '/tmp/customer-b/app'],
      ['customer-a/app', 'customer-b/app'],
    ],
    [
      ['/x/one/src/app', '/x/two/src/app'],
      ['one/src/app', 'two/src/app'],
    ],
    [
      ['/app', '/a/app'],
      ['app', 'a/app'],
    ],
    [
      ['C:\\a\\app', '/b/app'],
      ['a/app', 'b/app'],
    ],
  ])('calls %j %j', (paths, names) => {
    const records = paths.map(at)
    expect(records.map(nameProjects(records))).toEqual(names)
  })
})
