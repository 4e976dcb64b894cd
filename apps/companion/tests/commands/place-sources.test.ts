import { expect, test } from 'vitest'
import { placeSources } from '../../src/commands/quota-advice/place-sources.js'
import { reportOf, source } from './quota-answers.js'

const USUAL = ['status line', '~/.claude.json', '~/.codex/sessions']
const report = reportOf([
  source({ source: 'status_line', what: 'status line' }),
  source({ source: 'claude_json', what: '~/.claude.json' }),
  source({ provider: 'Codex', source: 'rollouts', what: '~/.codex/sessions' }),
])

test.each<[string, Record<string, string>, { claude_dir?: string; codex_dir?: string }, string[]]>([
  ['of nothing that names a folder', {}, {}, USUAL],
  ['of variables that are empty', { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' }, {}, USUAL],
  [
    'of the environment',
    { CLAUDE_CONFIG_DIR: '/a', CODEX_HOME: '/b' },
    {},
    ['status line', '/a/.claude.json', '/b/sessions'],
  ],
  ['of the settings', {}, { claude_dir: '/c', codex_dir: '/d' }, ['status line', '/c/.claude.json', '/d/sessions']],
  [
    'of the settings before the environment',
    { CLAUDE_CONFIG_DIR: '/a', CODEX_HOME: '/b' },
    { codex_dir: '/d' },
    ['status line', '/a/.claude.json', '/d/sessions'],
  ],
])('sources are called by the folder %s', (_, env, config, names) => {
  const placed = placeSources(report, { HOME: '/home/me', ...env }, config)
  expect(placed.sources.map(({ what }) => what)).toEqual(names)
  expect(placed.readings).toBe(report.readings)
})
