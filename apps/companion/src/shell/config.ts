import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { LEVELS, PROVIDERS } from '@codexbar/protocol/wire'
import { findNodeAtLocation, type ParseError, parse, parseTree } from 'jsonc-parser'
import * as v from 'valibot'
import { QUOTA_SOURCES } from '../agents/index.js'
import { SHARED_TOPIC } from '../channels/ntfy.js'
import { homeFile } from './home.js'
import { jsonMistake } from './json-mistake.js'
import { readIfPresent } from './private-file.js'

const Text = v.pipe(v.string(), v.minLength(1, 'a text that is not empty'))
const HttpUrl = v.pipe(v.string(), v.check(isHttpUrl, 'a URL that begins with http:// or https://'))
/** Where people find the companion: it answers at the root of its address only. */
const Origin = v.pipe(
  HttpUrl,
  v.regex(/^[^:]+:\/\/[^/?#@\\]+\/?$/, 'an address without a path, such as "https://bar.example"'),
  v.transform((text) => new URL(text).origin),
)
/** No shell reads the settings, and where the companion was started is nobody's concern: a path says it all. */
const Folder = v.pipe(
  Text,
  v.transform((path) => (/^~(\/|$)/.test(path) ? join(homedir(), path.slice(1)) : path)),
  v.check((path) => isAbsolute(path), 'a whole path, such as "/home/me/work" or "~/work"'),
)
const Port = v.pipe(
  v.number(),
  v.integer('a whole number'),
  v.minValue(0, 'a port from 0 to 65535'),
  v.maxValue(65_535, 'a port from 0 to 65535'),
)

const NtfySchema = v.strictObject({
  server: v.optional(HttpUrl, 'https://ntfy.sh'),
  topic: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'letters, digits, - and _, at most 64')), SHARED_TOPIC),
  token_env: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'the name of an environment variable, not the token itself')),
  ),
})

const NotifySchema = v.strictObject({
  enabled: v.optional(v.boolean(), true),
  after: v.optional(v.pipe(v.number(), v.minValue(0, 'seconds, 0 or more')), 0),
  ntfy: v.optional(NtfySchema, {}),
})

const TimeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day from "00:00" to "23:59"'))
const BRIGHTNESS = 'a brightness from 0 to 1'

const NightSchema = v.strictObject({
  from: v.optional(TimeOfDay, '22:00'),
  to: v.optional(TimeOfDay, '07:00'),
  ceiling: v.optional(v.pipe(v.number(), v.minValue(0, BRIGHTNESS), v.maxValue(1, BRIGHTNESS)), 0.2),
})

const ProjectsSchema = v.strictObject({
  roots: v.optional(v.array(Text), []),
  names: v.optional(v.record(v.string(), Text), {}),
})

const PERCENT = 'a percent from 0 to 100'
const Percent = v.pipe(
  v.number(),
  v.minValue(0, PERCENT),
  v.maxValue(100, PERCENT),
  v.check((percent) => percent <= 0 || percent >= 1, `${PERCENT}, not a fraction`),
)

const LevelsSchema = v.pipe(
  v.strictObject({ high: v.optional(Percent, LEVELS.high), full: v.optional(Percent, LEVELS.full) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { high, full } = dataset.value
    if (high > full) addIssue({ message: 'a "high" that is not above "full"', received: `${high} above ${full}` })
  }),
)

const EVERY = 'seconds from 300 to 86400, which is a day'
const STALE_AFTER = 'minutes from 1 to 10080, which is a week'

const SourcesSchema = v.strictObject(Object.fromEntries(QUOTA_SOURCES.map(({ id }) => [id, v.optional(v.boolean())])))

const QuotaSchema = v.strictObject({
  sources: v.optional(SourcesSchema, {}),
  every: v.optional(v.pipe(v.number(), v.minValue(300, EVERY), v.maxValue(86_400, EVERY)), 300),
  windows: v.optional(v.array(Text)),
  show: v.optional(v.picklist(['used', 'remaining']), 'used'),
  levels: v.optional(LevelsSchema, {}),
  stale_after: v.optional(v.pipe(v.number(), v.minValue(1, STALE_AFTER), v.maxValue(10_080, STALE_AFTER)), 30),
})

const ConfigSchema = v.strictObject({
  port: v.optional(Port),
  host: v.optional(Text),
  listen: v.optional(v.picklist(['loopback', 'lan']), 'loopback'),
  base_url: v.optional(Origin),
  hosts: v.optional(v.array(Text), []),
  hook_token: v.optional(v.picklist(['optional', 'required']), 'optional'),
  claude_dir: v.optional(Folder),
  codex_dir: v.optional(Folder),
  idle_prompt: v.optional(v.picklist(['soft', 'needs_user']), 'soft'),
  auto_reviewed: v.optional(v.array(v.picklist(PROVIDERS)), []),
  projects: v.optional(ProjectsSchema, {}),
  notify: v.optional(NotifySchema, {}),
  night: v.optional(NightSchema),
  quota: v.optional(QuotaSchema, {}),
})

/** The settings as a person writes them: everything is optional. */
export type ConfigInput = v.InferInput<typeof ConfigSchema>

/** The settings with every default filled in. */
export type Config = v.InferOutput<typeof ConfigSchema>

/** The settings cannot be used. The message names the key, the line when they come from a file, and what is allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const
}

/** Returns the settings of a home; a missing file means the defaults. Throws `ConfigError`. */
export function readConfig(home: string): Config {
  const path = homeFile(home, 'config')
  let text: string | undefined
  try {
    text = readIfPresent(path)
  } catch (error) {
    throw new ConfigError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
  return text === undefined || text.trim() === '' ? checkConfig({}) : parseConfig(text, path)
}

/** Returns settings with the defaults filled in. Throws `ConfigError`. */
export function checkConfig(input: unknown): Config {
  const result = validate(input)
  if (!result.success) throw new ConfigError(`config: ${describe(result.issues[0])}`)
  return result.output
}

function parseConfig(text: string, path: string): Config {
  const errors: ParseError[] = []
  const input: unknown = parse(text, errors, { allowTrailingComma: true })
  const broken = errors[0]
  if (broken !== undefined) {
    throw new ConfigError(`${path} line ${lineAt(text, broken.offset)}: ${jsonMistake(broken.error)}`)
  }
  const result = validate(input)
  if (result.success) return result.output
  const issue = result.issues[0]
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const keys = keysOf(issue)
  const node =
    tree === undefined ? undefined : (findNodeAtLocation(tree, keys) ?? findNodeAtLocation(tree, keys.slice(0, -1)))
  throw new ConfigError(`${path} line ${lineAt(text, node?.offset ?? 0)}: ${describe(issue)}`)
}

const LIST = 'a list'

/** What a person calls what valibot expects. */
const EXPECTED: Readonly<Record<string, string>> = {
  Object: 'keys and values in { }',
  Array: 'a list in [ ]',
  string: 'a text in double quotes',
  number: 'a number',
  boolean: 'true or false',
}

/** What a person calls what it found. */
const FOUND: Readonly<Record<string, string>> = { Object: 'keys and values', Array: LIST, [`"${LIST}"`]: LIST }

function validate(input: unknown): v.SafeParseResult<typeof ConfigSchema> {
  return v.safeParse(ConfigSchema, withoutLists(ConfigSchema, input), { abortEarly: true })
}

type Node = { type: string; entries?: Readonly<Record<string, unknown>> }

/** Returns the input with each list that would be taken for an object without keys replaced by a word for it. */
function withoutLists(schema: unknown, input: unknown): unknown {
  const { type, entries } = unwrap(schema) as Node
  if (Array.isArray(input)) return type === 'strict_object' || type === 'record' ? LIST : input
  if (entries === undefined || typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      Object.hasOwn(entries, key) ? withoutLists(entries[key], value) : value,
    ]),
  )
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function describe(issue: v.BaseIssue<unknown>): string {
  const keys = keysOf(issue)
  const key = keys.length === 0 ? 'the settings' : keys.join('.')
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return `${key}: no such setting; allowed here: ${settingsUnder(keys.slice(0, -1)).join(', ')}`
  }
  return `${key}: expected ${allowedBy(issue)}, found ${FOUND[issue.received] ?? issue.received}`
}

function allowedBy({ kind, type, message, expected }: v.BaseIssue<unknown>): string {
  if (kind === 'validation') return message
  // valibot writes ("a" | "b").
  if (type === 'picklist') return (expected ?? '').replace(/^\(|\)$/g, '').replaceAll(' | ', ' or ')
  return EXPECTED[expected ?? ''] ?? expected ?? ''
}

function keysOf(issue: v.BaseIssue<unknown>): (string | number)[] {
  return (issue.path ?? []).map((item) => item.key as string | number)
}

function settingsUnder(keys: readonly (string | number)[]): string[] {
  let schema: unknown = ConfigSchema
  for (const key of keys) schema = unwrap((schema as typeof ConfigSchema).entries[key as keyof Config])
  return Object.keys((schema as typeof ConfigSchema).entries)
}

function unwrap(schema: unknown): unknown {
  return (schema as { wrapped?: unknown }).wrapped ?? schema
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
