import Digital from 'embedded:io/digital'
import PWM from 'embedded:io/pwm'
import Serial from 'embedded:io/serial'

const device = {
  Serial: { default: { io: Serial, port: 1, receive: 3, transmit: 1 } },
  io: { Digital, PWM, Serial },
  pin: { backlight: 21, displayDC: 2, displaySelect: 15 },
}

// biome-ignore lint/style/noDefaultExport: The SDK's `system` module imports it so.
export default device
