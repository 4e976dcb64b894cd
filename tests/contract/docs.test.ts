import { readFileSync } from 'node:fs'
import {
  AddressesSchema,
  AttentionSchema,
  ERRORS,
  EVENTS,
  HealthSchema,
  LinkSchema,
  NewTokenSchema,
  QuotaReportSchema,
  ReportSchema,
  SCOPES,
  SOURCE_STATES,
  STATES,
  StatusSchema,
  TokenSchema,
  UsageSchema,
  WITHHELD,
  WindowSchema,
} from '@codexbar/protocol/wire'
import { describe, expect, test } from 'vitest'
import { QUOTA_SOURCES } from '../../apps/companion/src/agents/index.js'
import { checkConfig } from '../../apps/companion/src/shell/config.js'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')
const api = read('docs/api.md')

/** The names that a document mentions: as code, or as keys of an example. */
const named = (document: string): string[] =>
  [...document.matchAll(/`([\w.]+)`|"(\w+)":/g)].map(([, code, key]) => code ?? key ?? '')

describe('docs/api.md names every', () => {
  test.each<[string, readonly string[]]>([
    ['key of a report', Object.keys(ReportSchema.entries)],
    ['key of the status', Object.keys(StatusSchema.entries)],
    ['key of an attention', Object.keys(AttentionSchema.entries)],
    [
      'key of the usage',
      [...Object.keys(UsageSchema.entries), ...Object.keys(UsageSchema.entries.providers.item.entries)],
    ],
    ['key of a window', Object.keys(WindowSchema.entries)],
    ['key of a reading', Object.keys(QuotaReportSchema.entries.readings.item.entries)],
    ['key of a source', Object.keys(QuotaReportSchema.entries.sources.item.entries)],
    ['state of a source', Object.keys(SOURCE_STATES)],
    ['reason why a reading is not shown', WITHHELD],
    ['key of the health', Object.keys(HealthSchema.entries)],
    ['key of a token', [...Object.keys(NewTokenSchema.entries), ...Object.keys(TokenSchema.entries)]],
    ['key of a link', Object.keys(LinkSchema.entries)],
    ['key of the addresses', Object.keys(AddressesSchema.entries)],
    ['scope', SCOPES],
    ['event', Object.keys(EVENTS)],
    ['error', Object.keys(ERRORS)],
    ['state', Object.keys(STATES)],
  ])('%s', (_, names) => expect(named(api)).toEqual(expect.arrayContaining([...names])))
})

test('docs/quota.md names every source', () => {
  expect(QUOTA_SOURCES.length).toBeGreaterThan(5)
  expect(named(read('docs/quota.md'))).toEqual(expect.arrayContaining(QUOTA_SOURCES.map(({ id }) => id)))
})

/** Every setting, as the companion lists them for one that it does not know. */
const settings = (above: readonly string[] = []): string[] => {
  const wrong = [...above, 'no_such_setting'].reduceRight<unknown>((value, key) => ({ [key]: value }), 1)
  try {
    checkConfig(wrong)
    return [above.join('.')]
  } catch (error) {
    const allowed = /no such setting; allowed here: (.*)/.exec(error instanceof Error ? error.message : '')?.[1]
    return allowed === undefined ? [above.join('.')] : allowed.split(', ').flatMap((key) => settings([...above, key]))
  }
}

describe('README.md names every', () => {
  test.each<[string, readonly string[]]>([
    ['setting', settings()],
    ['state', Object.keys(STATES)],
  ])('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(5)
    expect(named(readme)).toEqual(expect.arrayContaining([...names]))
  })
})
