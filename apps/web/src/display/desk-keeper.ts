import { createDesk, type Desk, type DeskInput, updateDesk } from '@codexbar/display'
import type { Clock } from '../live/clock.js'
import { createStore, type Store } from '../live/store.js'

/** A display's memory that is kept for it: a store of the desk, and a way to tell it what happens. */
export type DeskKeeper = Store<Desk> & { tell(input: DeskInput): void }

/** Returns the memory of a display on the network that shows the one companion at `host`, at full brightness. */
export function keepDesk(host: string, clock: Pick<Clock, 'now'>): DeskKeeper {
  const blank = createDesk(
    { companions: [{ label: host, hasToken: true }], brightness: 100, hasWifi: true },
    clock.now(),
  )
  const { set, ...store } = createStore(blank)
  const tell = (input: DeskInput): void => set(updateDesk(store.get(), input, clock.now()).desk)
  tell({ is: 'network', state: 'joined', address: host })
  return { ...store, tell }
}
