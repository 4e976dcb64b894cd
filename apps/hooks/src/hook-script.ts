/**
 * The text of `hook.sh`. How an event is reported stands here; where to, and the token, in `hook.curlrc` beside it, so
 * the token is never an argument and a damaged curlrc cannot lift the time limits or make the hook print.
 */
export const HOOK_SCRIPT = `#!/bin/sh
# codexbar: reports one event of an agent. $1 is claude or codex, stdin the event as JSON.
# Prints nothing, always succeeds, and is over in about half a second whatever the companion does.
exec >/dev/null 2>&1
PATH=\${PATH:+$PATH:}/usr/bin:/bin
# Without a stdin there is no event.
true 3<&0 || exit 0
exec 3<&0
# Not every agent closes stdin behind the event: what has come after 0.9 s is the event. A background job has no stdin.
event() {
  cat <&3 &
  cat=$!
  { sleep 0.9 & trap "kill $!" TERM; wait $! && kill $cat; } >/dev/null 3<&- &
  wait $cat
  kill $!
}
agent=$1 pid=$PPID attended= project= config=
# A Codex that Claude started inherits these; they are not about it.
if [ "$agent" = claude ]; then
  pid=\${CLAUDE_PID:-$PPID} attended=$CLAUDE_CODE_SESSION_ATTENDED project=$CLAUDE_PROJECT_DIR config=$CLAUDE_CONFIG_DIR
fi
set --
for header in "pid: $pid" "pane: $TMUX_PANE" "attended: $attended" "project: $project" "config: $config"; do
  case $header in
    # Unset, or a control character in a folder's name, which could begin a header of its own.
    *': ' | *[[:cntrl:]]*) ;;
    *) set -- "$@" -H "x-codexbar-$header" ;;
  esac
done
# curl has read all of stdin before it connects (7: refused). If it never came to that, the rest is taken here, since the
# agent is still writing it.
event | curl -q -K "\${0%/*}/hook.curlrc" -s --noproxy '*' --connect-timeout 0.2 -m 0.45 \\
  --request-target "/hooks/$agent" -H 'content-type: application/json' -H 'expect:' "$@" --data-binary @- ||
  [ $? = 7 ] || event
exit 0
`
