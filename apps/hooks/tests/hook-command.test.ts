import { expect, it } from 'vitest'
import { AGENTS } from '../src/agents.js'
import { hookCommand, isOurs, wantedHooks } from '../src/hook-command.js'

// Codex trusts a hash of these words: a change here makes every Codex user confirm the hooks again.
it('is the same words for ever', () => {
  expect(hookCommand('codex')).toBe(
    'test -x "$HOME/.codexbar/hook.sh" && exec "$HOME/.codexbar/hook.sh" codex || cat >/dev/null 2>&1 || true # codexbar',
  )
})

it.each([
  ['plain', hookCommand('claude'), true],
  ['of another home', hookCommand('codex', '/opt/bar'), true],
  ['of an awkward home', hookCommand('codex', '/a\nb/it\'s "x"'), true],
  ['a script of ours called by hand', '"$HOME/.codexbar/hook.sh" claude', false],
  ['a word of ours in a comment', 'say done # codexbar', false],
  ['another tool that tests for a file', 'test -x a && exec a || true', false],
])('knows its own: %s', (_, command, ours) => expect(isOurs({ type: 'command', command })).toBe(ours))

it.each([[null], [1], ['test -x'], [{}], [{ command: 1 }], [[]]])('does not take %j for its own', (value) =>
  expect(isOurs(value)).toBe(false),
)

const lastWords = { claude: ['Stop', 'SessionEnd'], codex: ['Interrupt', 'SessionEnd'] }

it.each(AGENTS.map((agent) => [agent.name, agent] as const))(
  '%s waits for nothing but last words, and briefly',
  (_, agent) => {
    for (const [event, { hooks }] of wantedHooks(agent)) {
      const waits = !('async' in hooks[0])
      expect(waits, event).toBe(lastWords[agent.id].includes(event))
      expect(hooks[0].timeout).toBeLessThanOrEqual(waits ? 2 : 5)
    }
    expect(new Set(agent.events.map(({ event }) => event)).size).toBe(agent.events.length)
  },
)
