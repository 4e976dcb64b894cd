import Digital from 'pins/digital'

const PINS = Object.freeze({ clock: 25, out: 32, in: 39, select: 33, pressed: 36 })

/** Commands of the XPT2046: 12 bits of one axis, after which the line that says "pressed" works again. */
const ALONG = 0xd0
const ACROSS = 0x90

/** What the panel measures at its edges, in landscape: left, right; top, bottom. */
const EDGES = Object.freeze({ along: Object.freeze([200, 3700]), across: Object.freeze([240, 3800]) })

/** The screen before it is turned. */
const WIDTH = 240
const HEIGHT = 320

/**
 * The touch panel of the ESP32-2432S028R. The panel has an SPI bus of its own, and the SDK drives one bus only, that of
 * the screen: so the few bits go over plain pins, and only while a finger is there.
 */
// biome-ignore lint/style/noDefaultExport: The SDK imports `config.touch` by its default export.
export default class CydTouch {
  #clock = new Digital(PINS.clock, Digital.Output)
  #out = new Digital(PINS.out, Digital.Output)
  #in = new Digital(PINS.in, Digital.Input)
  #select = new Digital(PINS.select, Digital.Output)
  #pressed = new Digital(PINS.pressed, Digital.Input)

  constructor() {
    this.#select.write(1)
    this.#clock.write(0)
    this.#measure(ACROSS)
  }

  /** Fills the first of `points` with where the finger is, as setup/piu asks: state 2 is down, 3 up. */
  read([point]) {
    if (this.#pressed.read() === 1) {
      point.state = 3
      return
    }
    const along = this.#median(ALONG)
    const across = this.#median(ACROSS)
    if (this.#pressed.read() === 1) return
    point.x = WIDTH - place(across, EDGES.across, WIDTH)
    point.y = place(along, EDGES.along, HEIGHT)
    point.state = 2
  }

  /** The panel's first value after it was woken is often wrong. */
  #median(command) {
    const [a, b, c] = [this.#measure(command), this.#measure(command), this.#measure(command)]
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
  }

  #measure(command) {
    this.#select.write(0)
    for (let bit = 7; bit >= 0; bit -= 1) {
      this.#out.write((command >> bit) & 1)
      this.#tick()
    }
    this.#out.write(0)
    this.#tick()
    let value = 0
    for (let bit = 0; bit < 12; bit += 1) {
      this.#tick()
      value = (value << 1) | this.#in.read()
    }
    this.#select.write(1)
    return value
  }

  #tick() {
    this.#clock.write(1)
    this.#clock.write(0)
  }
}

function place(value, [low, high], size) {
  const at = Math.round(((value - low) * size) / (high - low))
  return Math.min(Math.max(at, 0), size - 1)
}
