import { join } from 'node:path'
import { quoted, unquoted } from './shell-quote.js'

/** Ends every status line of ours, so that it is known again whatever home and version wrote it. */
const MARK = '# codexbar'

/** A word as `quoted` writes it: of several quoted pieces with escaped characters between them. */
const WORD = String.raw`'(?:[^'\\]|'\\['\\]')*'`
const WRITTEN = new RegExp(
  String.raw`^(?:set -- (${WORD}); )?test -x ("\$HOME/\.codexbar/statusline\.sh"|${WORD}) && exec .*${MARK}$`,
  's',
)

/** A status line of ours: the script as a word of the shell, and the person's own command, if it has one. */
export type WrittenLine = { script: string; own?: string }

/**
 * Returns the word of the shell that names `statusline.sh`.
 *
 * @param home the codexbar home to bake in; left out when it is `~/.codexbar`.
 */
export function statusLineScript(home?: string): string {
  return home === undefined ? '"$HOME/.codexbar/statusline.sh"' : quoted(join(home, 'statusline.sh'))
}

/**
 * Returns the command that stands in Claude's settings as its status line. It replaces its shell by the script. When
 * the script is gone the person's own command runs as it did before; where there is none, nothing is printed.
 * `$BASH` is the shell where a `CLAUDE_CODE_SHELL_PREFIX` chose bash; it is empty in another sh, which Claude takes.
 */
export function statusLineCommand({ script, own }: WrittenLine): string {
  return own === undefined
    ? `test -x ${script} && exec ${script} || cat >/dev/null 2>&1 || true ${MARK}`
    : `set -- ${quoted(own)}; test -x ${script} && exec ${script} "$1" "$BASH"; exec "\${BASH:-/bin/sh}" -c "$1" ${MARK}`
}

/** Returns what a status line of ours says, written now or earlier; `undefined` for anybody else's. */
export function readStatusLine(command: string): WrittenLine | undefined {
  const [, word, script = ''] = WRITTEN.exec(command) ?? []
  if (!/\bstatusline\.sh["']$/.test(script)) return undefined
  if (word === undefined) return { script }
  const own = unquoted(word)
  return own === undefined ? undefined : { script, own }
}
