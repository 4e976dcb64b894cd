import { dirname, join } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Checker, type Program } from 'typescript/unstable/sync'

/** A program that was parsed and whose types can be asked for. */
export type OpenProgram = {
  checker: Checker
  program: Program
  /** The files that the configuration itself names: no library, nothing imported from elsewhere. */
  files: readonly SourceFile[]
  close(): void
}

/** Opens the program of a `tsconfig.json`. */
export function openProgram(tsconfig: string, virtual: Readonly<Record<string, string>> = {}): OpenProgram {
  const api = new API(Object.keys(virtual).length === 0 ? {} : { fs: overlay(virtual) })
  const [project] = api.updateSnapshot({ openProjects: [tsconfig] }).getProjects()
  if (project === undefined) throw new Error(`There is no program at ${tsconfig}.`)
  const { checker, program, rootFiles } = project
  const files = rootFiles.map((name) => program.getSourceFile(name)).filter((file) => file !== undefined)
  return { checker, program, files, close: () => api.close() }
}

/** Opens a program of files that are on no disk, checked against ES2022 and nothing else. */
export function openSnippets(texts: Readonly<Record<string, string>>): OpenProgram {
  const folder = '/snippets'
  const tsconfig = join(folder, 'tsconfig.json')
  const files = Object.entries(texts).map(([name, text]) => [join(folder, name), text])
  return openProgram(tsconfig, {
    ...Object.fromEntries(files),
    [tsconfig]: JSON.stringify(plainConfig(Object.keys(texts))),
  })
}

/** The configuration of files that may use what ES2022 has, and see no types of their surroundings. */
export function plainConfig(files: readonly string[]): unknown {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'preserve',
    moduleDetection: 'force',
    types: [],
    allowJs: true,
    noEmit: true,
    strict: true,
  }
  return { compilerOptions, files }
}

/** Files that are only in memory; for all else the disk is asked. */
function overlay(files: Readonly<Record<string, string>>) {
  const folders = new Set(Object.keys(files).map(dirname))
  return {
    readFile: (path: string) => files[path],
    fileExists: (path: string) => (files[path] === undefined ? undefined : true),
    directoryExists: (path: string) => (folders.has(path) ? true : undefined),
  }
}
