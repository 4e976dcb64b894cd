/**
 * The text of `statusline.sh`, which stands beside `hook.sh`. What the person's command is given, and who its parent is,
 * must be as without it, so the script becomes that command in the end. The report is nobody's child by then.
 * Claude Code 2.1.332 runs the status line by `/bin/sh -c` with a JSON line on stdin, which it closes, waits for stdout
 * and stderr to close, and ends the whole process group with SIGTERM when a newer update is due.
 */
export const STATUS_LINE_SCRIPT = `#!/bin/sh
# codexbar: reports what Claude Code tells its status line, and becomes the person's own status line.
# $1 is that command, if there is one, and $2 the shell to run it. Prints nothing of its own.
# No variable is set here: the person's command may have one of that name in its environment.
if [ $# = 0 ]; then
  exec >/dev/null 2>&1
  [ -x "\${0%/*}/hook.sh" ] && exec "\${0%/*}/hook.sh" claude
  exec cat
fi
{ [ -x "\${0%/*}/hook.sh" ] && true 3<&0; } 2>/dev/null || exec "\${2:-/bin/sh}" -c "$1"
# The dot keeps the line breaks at the end.
{ set -- "$1" "\${2:-/bin/sh}" "$(PATH=\${PATH:+$PATH:}/usr/bin:/bin; cat; echo .)"; } 2>/dev/null
(printf %s "\${3%?}" | CLAUDE_PID=\${CLAUDE_PID:-$PPID} "\${0%/*}/hook.sh" claude &) </dev/null >/dev/null 2>&1
case $3 in
  *'
.') exec "$2" -c "$1" <<text ;;
\${3%??}
text
esac
# A here-document always ends in a line break.
{ printf %s "\${3%?}" 2>/dev/null; } | "$2" -c "$1"
`
