export { aggregate, type Summary } from './aggregate.js'
export { ERRORS, type ErrorCode, ErrorSchema, type Refusal } from './error.js'
export { EVENTS, type EventName, type SessionEvent, SessionEventSchema, UsageEventSchema } from './event.js'
export { describePercent, describeRemaining, describeSpan } from './figures.js'
export { freeze } from './freeze.js'
export { type Health, HealthSchema } from './health.js'
export { type Addresses, AddressesSchema, type Link, LinkSchema } from './link.js'
export { merge } from './merge.js'
export { NAME_LIMIT, nameProjects, projectName } from './project.js'
export { PROVIDERS, type Provider, ProviderSchema, providerNamed } from './provider.js'
export {
  type QuotaReading,
  type QuotaReport,
  QuotaReportSchema,
  type QuotaSourceReport,
  WITHHELD,
  type Withheld,
} from './quota.js'
export { causeOf, describeReason, REASONS, type Reason, ReasonSchema, type Severity } from './reason.js'
export {
  byUrgency,
  decay,
  expire,
  expiresAt,
  type OpenAsk,
  RecordSchema,
  type SessionRecord,
  type Sessions,
  SessionsSchema,
  type Standing,
  stand,
} from './record.js'
export { AcceptedSchema, BackgroundTaskSchema, type Report, ReportSchema } from './report.js'
export { isSourceState, SOURCE_STATES, type SourceState } from './source-state.js'
export { STATES, type State, StateSchema } from './state.js'
export { type Attention, AttentionSchema, type Status, StatusSchema } from './status.js'
export { columns, plainLine, truncate, truncateLabel } from './text.js'
export {
  type MadeToken,
  MadeTokenSchema,
  type NewToken,
  NewTokenSchema,
  RevokedSchema,
  SCOPES,
  type Scope,
  TOKEN_KINDS,
  type Token,
  type TokenKind,
  TokenKindSchema,
  TokenSchema,
  type Tokens,
  TokensSchema,
} from './token.js'
export {
  bindingWindow,
  blockedFor,
  LEVELS,
  levelOf,
  levelsOf,
  percentAt,
  type QuotaLevel,
  type QuotaLevels,
  type QuotaWindow,
  type Usage,
  UsageSchema,
  WindowSchema,
  windowsAt,
} from './usage.js'
