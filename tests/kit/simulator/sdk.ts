import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

const { MODDABLE, PATH = '' } = process.env

/** Where the SDK's tools are, or why the firmware cannot be built and run here. */
export const sdk: { missing: string } | { missing: undefined; path: string } = findSdk()

function findSdk(): typeof sdk {
  if (MODDABLE === undefined) return { missing: 'MODDABLE is not set' }
  const tools = join(MODDABLE, 'build/bin/lin/release')
  const path = [tools, PATH].join(delimiter)
  for (const tool of ['mcconfig', 'mcsim', 'Xvfb']) {
    if (!isThere(tool, path)) return { missing: `${tool} is not installed` }
  }
  return { missing: undefined, path }
}

function isThere(tool: string, path: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`], { env: { PATH: path }, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
