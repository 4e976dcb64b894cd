import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readStatusLine, statusLineCommand, statusLineScript } from '../src/status-line-command.js'

const script = statusLineScript()

it('reads back what it wrote, whatever the command and the home', () => {
  const text = fc.string({ unit: fc.constantFrom(...'\'\\"$`;&|#\n\t é😀ax'.split('')), maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), fc.option(text, { nil: undefined }), (own, home) => {
      const named = statusLineScript(home === undefined ? undefined : `/${home}`)
      expect(readStatusLine(statusLineCommand({ script: named, own }))).toEqual({ script: named, own })
      expect(readStatusLine(statusLineCommand({ script: named }))).toEqual({ script: named })
    }),
  )
})

it('knows the words of another version of it', () => {
  const newer = statusLineCommand({ script, own: "it's" }).replace('"$BASH"', '"$ZSH"')
  expect(readStatusLine(newer)).toEqual({ script, own: "it's" })
})

it.each([
  ['the script called by hand', '"$HOME/.codexbar/statusline.sh" x'],
  ['the hook', 'test -x "$HOME/.codexbar/hook.sh" && exec "$HOME/.codexbar/hook.sh" claude || true # codexbar'],
  ['another script under our mark', "test -x '/a/line.sh' && exec '/a/line.sh' || true # codexbar"],
  ['one whose quotes were edited', statusLineCommand({ script, own: 'a' }).replace("'a'", "'a")],
  ['one that was added to', `${statusLineCommand({ script, own: 'a' })}; more`],
  ['one that was put behind another', `x; ${statusLineCommand({ script, own: 'a' })}`],
  ['nothing', ''],
])('does not take %s for its own', (_, command) => expect(readStatusLine(command)).toBeUndefined())
