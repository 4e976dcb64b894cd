/** One handler as both agents spell it. */
export type Handler = { type: 'command'; command: string; async?: true; timeout: number }

/** A group of handlers; without a `matcher` it stands for everything. */
export type Group = { hooks: readonly [Handler] }

/** What an install puts into a settings file: event name to the group that reports it. */
export type Wanted = ReadonlyMap<string, Group>
