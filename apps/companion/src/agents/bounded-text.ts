/**
 * Returns the text of an answer, `undefined` when it is longer than `most` bytes or cut off. What is not read is let
 * go. Never throws.
 */
export async function boundedText(response: Response, most: number): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > most) return undefined
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return undefined
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
