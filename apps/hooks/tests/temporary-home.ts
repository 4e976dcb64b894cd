import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

const made: string[] = []

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder that lives as long as the test. */
export const temporaryHome = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'codexbar-hooks-'))
  made.push(folder)
  return folder
}
