import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repo } from '../../kit/repo.js'
import { absencesIn } from './absences.js'
import { ALLOWED_TEXT_COUNTS } from './allowed-text-counts.js'
import { bundleDevice, type DeviceBundle } from './device-bundle.js'
import { openProgram } from './open-program.js'
import { textCountsIn } from './text-counts.js'

/** Whose types are asked: the packages that the firmware is made of, and its own source. */
const PACKAGES = ['packages/protocol', 'packages/display', 'apps/device-moddable']

describe('the code of the device', () => {
  let bundle: DeviceBundle
  beforeAll(() => {
    bundle = bundleDevice()
  })
  afterAll(() => bundle.remove())

  it('uses nothing that the device’s XS lacks', () => {
    const modules = openProgram(bundle.tsconfig)
    const absences = absencesIn(modules)
    modules.close()
    expect(modules.files).toHaveLength(bundle.modules.size)
    expect(absences).toEqual([])
  })

  it('counts no text that may hold more than ASCII, but where a reason is given', () => {
    const seen = new Set<string>()
    const counts: { file: string; code: string }[] = []
    for (const name of PACKAGES) {
      const open = openProgram(join(repo, name, 'tsconfig.json'))
      const files = open.files.filter(({ fileName }) => bundle.sources.has(within(fileName)))
      for (const { fileName } of files) seen.add(within(fileName))
      for (const { file, code } of textCountsIn({ ...open, files })) counts.push({ file: within(file), code })
      open.close()
    }
    expect([...seen].sort()).toEqual([...bundle.sources].sort())
    expect(sorted(counts)).toEqual(sorted(ALLOWED_TEXT_COUNTS.map(({ file, code }) => ({ file, code }))))
  })
})

function within(path: string): string {
  return path.startsWith(repo) ? path.slice(repo.length) : path
}

function sorted(counts: readonly { file: string; code: string }[]): string[] {
  return [...new Set(counts.map(({ file, code }) => `${file}: ${code}`))].sort()
}
