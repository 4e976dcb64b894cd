import type { QuotaPost } from '../../src/agents/quota-source.js'

/** The machine of a person who is signed in at an agent and uses it, and the services that answer there. */
export type Furnished = {
  /** Whose account it is, as the agent's own files say it. */
  account: string
  /** Puts the agent's own files into a home. */
  files(home: string): void
  /** Who answers the sources that ask. */
  edges: Partial<Pick<QuotaPost, 'fetch' | 'exec' | 'spawn'>>
  /** What hooks bring for the sources that hear, by their ids, in order. */
  heard: Readonly<Record<string, readonly unknown[]>>
}
