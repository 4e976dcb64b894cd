/** One line of a figure: what was measured, or why it was not. */
export type Row = Measured | Skipped

/** What this machine cannot measure, and the reason. */
export type Skipped = { name: string; skipped: string }

/** A value, the floor it stands beside, and what it must be. */
export type Measured = {
  name: string
  value: number
  unit: string
  /** What the same measurement comes to for the least that could do the job; in the same unit. */
  floor?: number
  /** Whether the value is as it must be; absent where nothing is demanded. */
  pass?: boolean
  /** What is demanded, or what a reader should know of this line. */
  note?: string
}

/** A speed or memory claim of the project, measured in one run beside its floor. */
export type Figure = { id: string; title: string; measure(): Promise<Row[]> }
