/**
 * Something that shared code can be asked, with what it is asked: engines must answer alike, errors and all. `fault` is
 * what this engine, and not the device's newer one, does wrong.
 */
export type EngineCase = { name: string; run: () => unknown; fault?: string }
