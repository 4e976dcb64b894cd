import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BOARDS } from '../../apps/device-moddable/scripts/boards.js'
import { bundle } from '../../apps/device-moddable/scripts/bundle.js'
import { buildFor, FIRMWARE } from '../../apps/device-moddable/scripts/mcconfig.js'
import { sdk } from '../kit/simulator/sdk.js'

const SECRETS = ['not-a-real-password', 'not-a-real-token']

describe.skipIf(sdk.missing !== undefined)(`the boards (${sdk.missing ?? 'as mcconfig reads them'})`, () => {
  test.each(Object.keys(BOARDS))(
    '%s: all that is named is there, in landscape, joined by the firmware itself',
    async (name) => {
      const output = await mkdtemp(join(tmpdir(), 'codexbar-board-'))
      onTestFinished(() => rm(output, { recursive: true, force: true }))
      const config = [
        'ssid=Home',
        `password=${SECRETS[0]}`,
        'companion=http://192.168.1.20:4747',
        `token=${SECRETS[1]}`,
      ]
      await bundle()
      const { platform = '' } = BOARDS[name] ?? {}
      const env = { ...process.env, PATH: sdk.missing === undefined ? sdk.path : '' }
      const said = await buildFor(platform, { make: false, output, config, env })
      const built = join(output, 'tmp/esp32', name, 'debug/codexbar')
      const makefile = await readFile(join(built, 'makefile'), 'utf8')
      const settings = await readFile(join(built, 'mc.config.js'), 'utf8')

      expect(makefile).toContain('codexbar/main.xsb')
      expect(makefile).toContain('network/interface/wifi.xsb')
      // It would wait for an access point before the first picture, for ever.
      expect(makefile).not.toContain('setup/network')
      if (name !== 'm5stack_core2') expect(settings).toContain('"driverRotation": 90')
      expect(settings).toContain('"startupSound": false')
      for (const secret of SECRETS) {
        expect(settings).toContain(secret)
        expect(said).not.toContain(secret)
      }
    },
  )

  test('no file of the firmware holds a secret afterwards', async () => {
    const files = (await readdir(FIRMWARE, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), 'latin1')
      for (const secret of SECRETS) expect(text, name).not.toContain(secret)
    }
  })
})
