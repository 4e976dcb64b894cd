/**
 * Returns what a person does about a setting that keeps an agent from running hooks or a status line; `why` is a sentence
 * of `blocked` of @codexbar/hooks.
 */
export function describeBlocked(why: string): string {
  if (!why.includes('not plain JSON')) return 'Take that setting out, or set it to false.'
  const mark = why.includes('byte order mark') ? ', or save it without a byte order mark' : ''
  return `Take the comment or the last comma out of that file${mark}.`
}
