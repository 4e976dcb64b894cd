import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AGENTS } from '../src/agents.js'
import { wantedHooks } from '../src/hook-command.js'
import { statusLineCommand, statusLineScript } from '../src/status-line-command.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''))

it.each(AGENTS.map((agent) => [agent.name, agent] as const))(
  'the example for %s is what an install writes',
  (_, agent) => {
    const wanted = wantedHooks(agent)
    expect(examples).toContainEqual({ hooks: { PermissionRequest: [wanted.get('PermissionRequest')] } })
    for (const event of wanted.keys()) expect(readme).toContain(event === 'PermissionRequest' ? event : `\`${event}\``)
  },
)

it('the example of a status line is what an install writes', () => {
  const command = statusLineCommand({ script: statusLineScript(), own: '~/line.sh' })
  expect(examples).toContainEqual({ statusLine: { type: 'command', command } })
})
