import { AGENTS } from '../src/agents.js'
import { wantedHooks } from '../src/hook-command.js'

const [claude] = AGENTS
if (!claude) throw new Error('there is no agent')

/** What an install puts into Claude's settings. */
export const wanted = wantedHooks(claude)

const guard = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "block-dangerous.sh" }] }'

/** Settings files people have, by what is hard about them. Install and uninstall must give each back byte for byte. */
export const settingsCases: Readonly<Record<string, string>> = {
  'an empty file': '',
  'blank lines': '\n\n  \n',
  'only a byte order mark': '\ufeff',
  'an empty object': '{}',
  'an empty object with a line break': '{\n}\n',
  'an empty object that holds a comment': '{ // nothing yet\n}\n',
  'an empty object that holds a block comment': '{ /* nothing yet */ }',
  'one line': '{"model":"opus","hooks":{"PreToolUse":[{"hooks":[]}]}}',
  'one line without hooks': '{ "model": "opus" }',
  'no hooks': '{\n  "model": "opus",\n  "env": { "A": "1" }\n}\n',
  'no line break at the end': '{\n  "model": "opus"\n}',
  'empty hooks': '{\n  "hooks": {}\n}\n',
  'empty hooks on two lines': '{\n  "hooks": {\n  },\n  "model": "opus"\n}\n',
  'an empty event': '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
  'hooks of others': `{\n  "hooks": {\n    "PreToolUse": [\n      ${guard}\n    ],\n    "Setup": [${guard}]\n  },\n  "z": 1\n}\n`,
  'hooks of others on one line': `{\n  "hooks": { "PreToolUse": [${guard}] }\n}\n`,
  tabs: `{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t${guard}\n\t\t]\n\t}\n}\n`,
  'four spaces': '{\n    "a": {\n        "b": 1\n    }\n}\n',
  'line breaks of DOS': `{\r\n  "hooks": {\r\n    "Stop": [\r\n      ${guard}\r\n    ]\r\n  }\r\n}\r\n`,
  'a byte order mark': '\ufeff{\n  "model": "opus"\n}\n',
  'trailing commas': `{\n  "hooks": {\n    "Stop": [\n      ${guard},\n    ],\n  },\n}\n`,
  'trailing commas on one line': `{ "hooks": { "Stop": [${guard},], }, }`,
  'a comment behind the last value': '{\n  "model": "opus" // the large one\n}\n',
  'a comment behind the last comma': '{\n  "model": "opus", // the large one\n}\n',
  'a block comment before the comma': '{\n  "model": "opus" /* large */ ,\n}\n',
  'comments on lines of their own': `// top\n{\n  // before\n  "hooks": {\n    // stop\n    "Stop": [\n      ${guard}\n      // no more\n    ]\n    // end of hooks\n  }\n  // end\n}\n// bottom\n`,
  'a comment with braces in it': '{\n  "a": "}", // } ] ,\n  "hooks": { /* { [ , */ "Stop": [ /* ] */ ] }\n}\n',
  'a comma on the next line': '{\n  "a": 1\n  , "b": 2\n}\n',
  'hooks that look like ours': `{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "~/.codexbar/hook.sh claude" }] },\n      { "hooks": [{ "type": "command", "command": "say done # codexbar" }] },\n      { "hooks": [{ "type": "http", "url": "http://127.0.0.1:4747/hooks/claude" }] }\n    ]\n  }\n}\n`,
  'a word for hooks inside a string': '{\n  "note": "\\"hooks\\": {}",\n  "x": "\\u00e9 \\ud83d\\ude00 é 😀"\n}\n',
  'a status line': '{\n  "statusLine": {\n    "type": "command",\n    "command": "~/line.sh"\n  }\n}\n',
  'a status line on one line':
    '{"statusLine":{"type":"command","command":"a | b","padding":0,"refreshInterval":5},"z":1}',
  'a status line with comments':
    '{\n  // mine\n  "statusLine": { /* a */ "command": /* b */ "x", // c\n    "type": "command", "own": [1,], },\n}\n',
  'a status line with escapes':
    '{ "statusLine": { "type": "command", "command": "\\u0065cho \\"\\/\\" \'it\'\\\\\'\'s\' # end" } }\n',
  'a status line that stands there twice':
    '{ "statusLine": 1, "statusLine": { "type": "command", "command": "b", "command": "c" } }',
  'an empty status line': '{ "statusLine": { "type": "command", "command": "" } }',
  'a group without handlers': '{ "hooks": { "Stop": [{ "matcher": "" }] } }\n',
  'unknown keys in a handler': `{ "hooks": { "Stop": [{ "x": 1, "hooks": [{ "type": "new", "y": [1, 2] }] }] } }\n`,
}
