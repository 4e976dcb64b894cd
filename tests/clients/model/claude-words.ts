import { type Call, call, commonWords, type Vocabulary } from './directive.js'

const bash = (command: string, more: object = {}): Call => ({
  tool: 'Bash',
  input: { command, description: 'asked for by a test', ...more },
})

/** `{"url":...}`-like words with a tool's name in front, else a shell command. */
const anyCall = (word: string): Call => {
  const [, tool, input] = /^([A-Z]\w+):(\{.*)$/.exec(word) ?? []
  return tool && input ? { tool, input: JSON.parse(input) } : bash(word)
}

const colours = [
  { label: 'Red', description: 'r' },
  { label: 'Blue', description: 'b' },
]

/** What can be typed at Claude Code, for instance `TOOL:Bash:touch x` or `PARALLEL:touch a|touch b`. */
export const claudeWords: Vocabulary = {
  ...commonWords,
  TOOL: (rest) => call(bash(rest.slice(rest.indexOf(':') + 1))),
  TOOLJSON: (rest) =>
    call({ tool: rest.slice(0, rest.indexOf(':')), input: JSON.parse(rest.slice(rest.indexOf(':') + 1)) }),
  PARALLEL: (rest) => call(...rest.split('|').map(anyCall)),
  BACKGROUND: (rest) => call(bash(rest, { run_in_background: true })),
  ASK: () =>
    call({
      tool: 'AskUserQuestion',
      input: { questions: [{ question: 'Which colour?', header: 'Colour', options: colours, multiSelect: false }] },
    }),
  PLAN: () => call({ tool: 'ExitPlanMode', input: { plan: '# Plan\n1. do it' } }),
  AGENT: (rest) =>
    call({ tool: 'Agent', input: { description: 'sub job', prompt: rest, subagent_type: 'general-purpose' } }),
}
