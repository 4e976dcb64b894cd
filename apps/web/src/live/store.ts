/** A value that others follow. */
export type Store<T> = {
  get(): T
  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void
}

/** Returns a store of `value`, and the way to change it. */
export function createStore<T>(value: T): Store<T> & { set(value: T): void } {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
