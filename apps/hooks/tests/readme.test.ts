import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AGENTS } from '../src/agents.js'
import { wantedHooks } from '../src/hook-command.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

it.each(AGENTS.map((agent) => [agent.name, agent] as const))(
  'the example for %s is what an install writes',
  (_, agent) => {
    const examples = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''))
    const wanted = wantedHooks(agent)
    expect(examples).toContainEqual({ hooks: { PermissionRequest: [wanted.get('PermissionRequest')] } })
    for (const event of wanted.keys()) expect(readme).toContain(event === 'PermissionRequest' ? event : `\`${event}\``)
  },
)
