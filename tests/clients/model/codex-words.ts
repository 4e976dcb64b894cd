import { type Call, call, commonWords, type Vocabulary } from './directive.js'

const exec = (cmd: string, more: object = {}): Call => ({
  tool: 'exec_command',
  input: { cmd, yield_time_ms: 20_000, ...more },
})

const colours = [
  { label: 'Red', description: 'r' },
  { label: 'Blue', description: 'b' },
]

/** What can be typed at Codex: `TOOL:cmd` runs in its sandbox, `ESC:cmd` asks for approval. */
export const codexWords: Vocabulary = {
  ...commonWords,
  TOOL: (rest) => call(exec(rest)),
  ESC: (rest) => call(exec(rest, { sandbox_permissions: 'require_escalated', justification: 'a test needs this' })),
  ASK: () =>
    call({
      tool: 'request_user_input',
      input: { questions: [{ id: 'q1', header: 'Colour', question: 'Which colour?', options: colours }] },
    }),
  AGENT: (rest) =>
    call({
      namespace: 'collaboration',
      tool: 'spawn_agent',
      input: { message: rest, task_name: 'sub', agent_type: 'default' },
    }),
}
