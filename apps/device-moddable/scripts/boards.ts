/** A board: what `mcconfig -p` calls it, and what it is. */
export type Board = { platform: string; title: string }

/**
 * The boards that the firmware is made for, by the name a person types. A path is relative to the firmware's folder,
 * because mcconfig makes the letters of `-p` small.
 */
export const BOARDS: Readonly<Record<string, Board>> = {
  moddable_two: { platform: 'esp32/moddable_two', title: 'Moddable Two, Moddable Display 2' },
  m5stack_core2: { platform: 'esp32/m5stack_core2', title: 'M5Stack Core2' },
  cyd: { platform: 'esp32:./targets/cyd', title: 'ESP32-2432S028R ("Cheap Yellow Display")' },
}

/** Returns a board by its name, with or without `esp32/` before it. */
export function boardNamed(name: string): Board | undefined {
  const short = name.toLowerCase().replace(/^esp32\//, '')
  return Object.hasOwn(BOARDS, short) ? BOARDS[short] : undefined
}
