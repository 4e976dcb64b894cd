import { keyOf, type Ledger, type Session, type WitnessedStatus } from '@codexbar/protocol/session'
import type { Provider } from '@codexbar/protocol/wire'
import type { Witness, WitnessPost } from '../agents/agent.js'
import { AGENTS } from '../agents/index.js'

/** The witnesses of every agent that has one. */
export type Witnesses = {
  /** A session of the provider is on record. */
  wake(provider: Provider): void
  /** Whether a witness knows the session to live in a process other than `pid`. */
  isAliveElsewhere(session: Session, pid: number | undefined): boolean
  close(): void
}

/** Returns the witnesses, each posted where it hears of its own agent's sessions only; `tell` gets what they see. */
export function createWitnesses(
  deps: Omit<WitnessPost, 'hasSessions' | 'sessionOf' | 'tell'> & {
    ledger: Ledger
    tell: (key: string, status: WitnessedStatus, at: number) => void
  },
): Witnesses {
  const { ledger, tell, ...post } = deps
  const witnesses = new Map<Provider, Witness>()
  for (const { provider, createWitness } of Object.values(AGENTS)) {
    const witness = createWitness?.({
      ...post,
      hasSessions: () => ledger.has(provider),
      sessionOf: (id) => ledger.get(keyOf({ provider, id })),
      tell: (id, status, at) => tell(keyOf({ provider, id }), status, at),
    })
    if (witness !== undefined) witnesses.set(provider, witness)
  }
  return {
    wake: (provider) => witnesses.get(provider)?.wake(),
    isAliveElsewhere: ({ provider, id }, pid) => witnesses.get(provider)?.isAliveElsewhere(id, pid) ?? false,
    close() {
      for (const witness of witnesses.values()) witness.close()
    },
  }
}
