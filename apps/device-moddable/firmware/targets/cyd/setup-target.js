import config from 'mc/config'
import PWM from 'pins/pwm'

/** The light behind the screen: high is on. Squared, because the eye sees a quarter of the light as half. */
class Backlight extends PWM {
  constructor(percent = 100) {
    super({ pin: config.backlight })
    this.write(percent)
  }

  write(percent) {
    const share = Math.min(Math.max(percent / 100, 0), 1)
    super.write(share * share * 1023)
  }
}

// XS's own second argument freezes what the object holds too, so that all of it stays in flash.
globalThis.Host = Object.freeze({ Backlight }, true)
