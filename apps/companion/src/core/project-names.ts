import { NAME_LIMIT, plainLine, projectName } from '@codexbar/protocol/wire'

/** Returns `repo:worktree` for the folder that git keeps of a linked worktree, `undefined` for any other folder. */
export function worktreeIn(gitFolder: string): string | undefined {
  const [, repo, worktree] = /([^/]+?)(?:\/\.git|\.git)?\/worktrees\/([^/]+)\/?$/.exec(gitFolder) ?? []
  return repo === undefined || worktree === undefined ? undefined : plainLine(`${repo}:${worktree}`, NAME_LIMIT)
}

/** Returns the name of a project below the deepest of `roots` that holds it: the first folder there. */
export function nameUnderRoots(path: string, roots: readonly string[]): string | undefined {
  const prefixes = roots.map((root) => (root.endsWith('/') ? root : `${root}/`))
  const holding = prefixes.filter((prefix) => path.startsWith(prefix)).sort((a, b) => b.length - a.length)
  const root = holding[0]
  const segment =
    root === undefined
      ? undefined
      : path
          .slice(root.length)
          .split('/')
          .find((part) => part !== '')
  return segment === undefined ? undefined : projectName(`/${segment}`)
}
