import * as v from 'valibot'

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const PLAIN = /^[^\u0000-\u001f\u007f-\u009f]*$/

/** Names and ids are shown and compared as they are. An empty id is one that its reporter does not know. */
const Id = v.pipe(v.string(), v.maxLength(256), v.regex(PLAIN, 'no control characters'))
const Path = v.pipe(v.string(), v.maxLength(4096))
const Word = v.pipe(v.string(), v.maxLength(128), v.regex(PLAIN, 'no control characters'))

/** One background task as an agent lists it. Unknown shapes are kept: what cannot be read counts as live. */
export const BackgroundTaskSchema = v.looseObject({
  id: v.optional(v.string()),
  type: v.optional(v.string()),
  status: v.optional(v.string()),
})

/**
 * The body of `POST /attention`: one event of one session, in the words both agents share. Everything but `provider`
 * and `event` refines it. Reasons and times are not here: the companion derives the one and reads the other off its
 * own clock. Unknown keys are ignored.
 */
export const ReportSchema = v.object({
  provider: v.string(),
  event: v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(PLAIN, 'no control characters')),
  session_id: v.optional(Id),
  cwd: v.optional(Path),
  project_dir: v.optional(Path),
  agent_id: v.optional(Id),
  turn_id: v.optional(Id),
  tool_name: v.optional(Id),
  tool_use_id: v.optional(Id),
  tool_input: v.optional(v.unknown()),
  fingerprint: v.optional(Word),
  tool_calls: v.optional(
    v.pipe(
      v.array(
        v.object({
          tool_name: v.optional(v.string()),
          tool_use_id: v.optional(Id),
          tool_input: v.optional(v.unknown()),
          fingerprint: v.optional(Word),
        }),
      ),
      v.maxLength(256),
    ),
  ),
  notification_type: v.optional(Word),
  source: v.optional(Word),
  trigger: v.optional(Word),
  status: v.optional(Word),
  request_id: v.optional(Id),
  mcp_server_name: v.optional(Id),
  error: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096)))),
  error_details: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  message: v.optional(v.pipe(v.string(), v.maxLength(500))),
  last_assistant_message: v.optional(v.nullable(v.string())),
  background_tasks: v.optional(v.pipe(v.array(BackgroundTaskSchema), v.maxLength(1024))),
  permission_mode: v.optional(Word),
  attended: v.optional(v.boolean()),
  headless: v.optional(v.boolean()),
  pane: v.optional(v.pipe(v.string(), v.regex(/^%\d{1,9}$/))),
  pid: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(0x7fffffff))),
  host: v.optional(v.pipe(v.string(), v.maxLength(255))),
})

/** An event as a reporter sends it. */
export type Report = v.InferOutput<typeof ReportSchema>

/** The answer of `POST /attention` and `POST /hooks/*`; `ignored` says the event means nothing here. */
export const AcceptedSchema = v.object({ ok: v.literal(true), ignored: v.optional(v.literal(true)) })
