import { expect, test } from 'vitest'
import { mcconfigArguments, sdkMissing } from '../scripts/mcconfig.mjs'

test.each([
  [{}, '-d -m -p sim -t build'],
  [{ make: false }, '-d -p sim -t build'],
  [{ output: '/out' }, '-d -m -p sim -t build -o /out'],
  [{ debug: false, deploy: true, config: ['ssid=Home'] }, '-m -p sim ssid=Home'],
])('%j asks mcconfig for %s', (options, line) => {
  expect(mcconfigArguments('sim', options).join(' ')).toBe(line)
})

test('a shell without the SDK is told what to do', () => {
  expect(sdkMissing({})).toMatch(/MODDABLE is not set[\s\S]*docs\/hardware\.md/)
  expect(sdkMissing({ MODDABLE: '/sdk' })).toBeUndefined()
})
