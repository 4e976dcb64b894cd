import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { overBudget } from '../kit/over-budget.js'
import { repo } from '../kit/repo.js'

const folder = join(repo, 'apps/web/dist')

it('keeps the page to the bytes of apps/web/size-budget.json', () => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => extname(path) !== '')
  const first = firstLoaded(paths)
  const sizes: Record<string, number> = {}
  for (const path of paths) {
    const kind = extname(path).slice(1)
    const part = kind === 'js' && !first.has(basename(path)) ? 'js on demand' : kind
    sizes[part] = (sizes[part] ?? 0) + statSync(join(folder, path)).size
  }
  const budget = JSON.parse(readFileSync(join(repo, 'apps/web/size-budget.json'), 'utf8'))
  expect(overBudget(sizes, budget)).toEqual([])
})

/** The scripts that the page waits for: the one that it names, and what those import that are waited for. */
function firstLoaded(paths: readonly string[]): Set<string> {
  const first = new Set<string>()
  const add = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    const path = paths.find((candidate) => basename(candidate) === name)
    if (path === undefined) throw new Error(`${name} is imported and not there.`)
    const text = readFileSync(join(folder, path), 'utf8')
    for (const [, imported] of text.matchAll(/\b(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) add(imported as string)
  }
  const [, entry] = /<script[^>]+src="[^"]*?([\w-]+\.js)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
  if (entry === undefined) throw new Error('The page names no script.')
  add(entry)
  return first
}
