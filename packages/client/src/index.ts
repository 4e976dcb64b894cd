export { type Client, type ClientOptions, createClient, type ReportAnswer, type StatusAnswer } from './client.js'
export { CompanionError, RefusedError, UnreachableError, UnreadableError } from './companion-error.js'
