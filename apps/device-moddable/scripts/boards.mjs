/**
 * The boards that the firmware is made for, by the name a person types: what `mcconfig -p` calls them, and what they are.
 * A path is relative to the firmware's folder, because mcconfig makes the letters of `-p` small.
 */
export const BOARDS = {
  moddable_two: { platform: 'esp32/moddable_two', title: 'Moddable Two, Moddable Display 2' },
  m5stack_core2: { platform: 'esp32/m5stack_core2', title: 'M5Stack Core2' },
  cyd: { platform: 'esp32:./targets/cyd', title: 'ESP32-2432S028R ("Cheap Yellow Display")' },
}

/** Returns a board by its name, with or without `esp32/` before it. */
export function boardNamed(name) {
  const short = name.toLowerCase().replace(/^esp32\//, '')
  return Object.hasOwn(BOARDS, short) ? BOARDS[short] : undefined
}
