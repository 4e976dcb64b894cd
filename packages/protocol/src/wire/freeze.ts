/** Returns `table` with all that is in it frozen: what is frozen when the firmware is built stays in flash. */
export function freeze<const T>(table: T): T {
  if (typeof table !== 'object' || table === null || Object.isFrozen(table)) return table
  Object.freeze(table)
  for (const value of Object.values(table)) freeze(value)
  return table
}
