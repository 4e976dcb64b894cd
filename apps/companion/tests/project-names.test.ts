import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { worktreeIn } from '../src/core/project-names.js'
import { createNames } from '../src/shell/project-names.js'
import { shownOf, stage, temporaryFolder } from './stage.js'

describe('a linked worktree', () => {
  const folders: [folder: string, name: string | undefined][] = [
    ['/home/u/shop/.git/worktrees/fix-cart', 'shop:fix-cart'],
    ['/home/u/shop/.git/worktrees/fix-cart/', 'shop:fix-cart'],
    ['/srv/shop.git/worktrees/fix', 'shop:fix'],
    ['/srv/bare/worktrees/fix', 'bare:fix'],
    ['/home/u/app/.git/modules/lib', undefined],
    ['/home/u/app/.git', undefined],
  ]
  it.each(folders)('%s is %s', (folder, name) => expect(worktreeIn(folder)).toBe(name))

  function worktree(pointer: string): string {
    const path = join(temporaryFolder(), 'wt')
    mkdirSync(path)
    writeFileSync(join(path, '.git'), pointer)
    return path
  }

  it('is named after its repository too', async () => {
    const companion = stage()
    await companion.report('Stop', { cwd: worktree('gitdir: /home/u/shop/.git/worktrees/fix-cart\n') })
    expect(shownOf(await companion.status(), 'Claude').primary_project).toBe('shop:fix-cart')
  })
  it('may point to its repository by a relative path', () => {
    const name = createNames({ roots: [], names: {} })
    expect(name(worktree('gitdir: ../shop/.git/worktrees/fix'), true)).toBe('shop:fix')
  })
  it('is not looked for on another machine', () => {
    const name = createNames({ roots: [], names: {} })
    expect(name(worktree('gitdir: /home/u/shop/.git/worktrees/fix'), false)).toBe('wt')
  })
  const others = ['', 'gitdir:', 'gitdir: /home/u/app/.git/modules/lib', 'x'.repeat(10_000)]
  it.each(others)('is not seen in another .git file (%#)', (pointer) => {
    expect(createNames({ roots: [], names: {} })(worktree(pointer), true)).toBe('wt')
  })
})

describe('the settings', () => {
  const name = createNames({
    roots: ['/home/u/projects', '/home/u/projects/clients/'],
    names: { '/home/u/projects/x1/': 'Customer\u001b[31m portal' },
  })
  const paths: [path: string, name: string][] = [
    ['/home/u/projects/my-app/apps/web', 'my-app'],
    ['/home/u/projects/clients/acme/site', 'acme'],
    ['/home/u/projects', 'projects'],
    ['/home/u/projectsque/x', 'x'],
    ['/home/u/projects/x1', 'Customer portal'],
    ['/home/u/other/', 'other'],
    ['/', '/'],
    ['', 'unknown'],
    ['C:\\Users\\me\\src\\shop', 'shop'],
    ['/no/such\u0000folder', 'suchfolder'],
  ]
  it.each(paths)('%j is %j', (path, expected) => expect(name(path, true)).toBe(expected))
})

it('tells projects of one name apart', async () => {
  const companion = stage()
  const ask = (id: string, cwd: string) =>
    companion.report('PermissionRequest', { session_id: id, cwd, tool_name: 'Bash', tool_use_id: id })
  await ask('s1', '/tmp/customer-a/app')
  await companion.clock.advance(1000)
  await ask('s2', '/tmp/customer-b/app')
  expect(shownOf(await companion.status(), 'Claude')).toMatchObject({
    count: 2,
    projects: ['customer-b/app', 'customer-a/app'],
  })
})
