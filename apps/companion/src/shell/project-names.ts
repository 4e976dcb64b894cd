import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { NAME_LIMIT, plainLine, projectName } from '@codexbar/protocol/wire'
import { nameUnderRoots, worktreeIn } from '../core/project-names.js'
import type { Config } from './config.js'

const LARGEST_POINTER = 4096

/** Names projects; `isLocal` says whether the path is one of this machine, and may be looked at. */
export type NameProject = (path: string, isLocal: boolean) => string

/**
 * Returns how projects are named: as the settings say, a linked worktree `repo:worktree`, below one of the roots by
 * the first folder there, else by the last segment of the path.
 */
export function createNames({ names, roots }: Config['projects']): NameProject {
  const given = new Map(Object.entries(names).map(([path, name]) => [trim(path), plainLine(name, NAME_LIMIT)]))
  return (path, isLocal) => {
    const name = given.get(trim(path)) ?? (isLocal ? worktreeAt(path) : undefined) ?? nameUnderRoots(path, roots)
    return name ?? projectName(path)
  }
}

/** A linked worktree's `.git` is a file that points into its repository. */
function worktreeAt(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined
  const pointer = resolve(path, '.git')
  try {
    const stat = statSync(pointer)
    if (!stat.isFile() || stat.size > LARGEST_POINTER) return undefined
    const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(pointer, 'utf8')) ?? []
    return target === undefined ? undefined : worktreeIn(resolve(dirname(pointer), target.trim()))
  } catch {
    return undefined
  }
}

function trim(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}
