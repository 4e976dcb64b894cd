/** A tool call the model asks for; Codex keeps some tools in a namespace. */
export type Call = { readonly tool: string; readonly input: object; readonly namespace?: string }

/** What the local model does with a request. */
export type Reply =
  | { readonly does: 'say'; readonly text: string }
  | { readonly does: 'call'; readonly calls: readonly Call[] }
  | { readonly does: 'stream'; readonly ms: number }
  | { readonly does: 'fail'; readonly status: number }

/** One provider's vocabulary: the word before the first colon, and the reply it asks for. */
export type Vocabulary = Readonly<Record<string, (rest: string) => Reply>>

export const call = (...calls: readonly Call[]): Reply => ({ does: 'call', calls })

export const say = (text: string): Reply => ({ does: 'say', text })

/** Words that mean the same for every provider. */
export const commonWords: Vocabulary = {
  SLOW: (ms) => ({ does: 'stream', ms: Number(ms) }),
  ERR: (status) => ({ does: 'fail', status: Number(status) }),
  QUESTION: () => say('I can do it in two ways. Which option do you want?'),
}

/** The reply to a prompt. Anything that is not a directive (a title, a summary, a warm-up) gets a short answer. */
export const replyTo = (prompt: string, vocabulary: Vocabulary): Reply => {
  const [, word = '', rest = ''] = /^([A-Z]+)(?::([\s\S]*))?$/.exec(prompt.trim()) ?? []
  return vocabulary[word]?.(rest) ?? say('ok done')
}
