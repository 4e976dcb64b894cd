import WiFi from 'embedded:network/interface/wifi'
import type { DeskInput } from '@codexbar/display'
import config from 'mc/config'
import Preference from 'preference'
import { setBacklight } from './board-backlight.js'
import { createClock } from './clock.js'
import { createPoller } from './companion-poller.js'
import { type Controller, createController } from './desk-controller.js'
import { httpGet } from './http-request.js'
import { readSettings } from './settings.js'
import { createApplication } from './ui/application.js'
import { keepWifi } from './wifi.js'

/** Lets the first picture reach the screen before the radio starts. */
const AFTER_FIRST_PICTURE = 50

/** Starts the display: the first picture, then the network, then the companions. */
// biome-ignore lint/style/noDefaultExport: The SDK calls what the main module exports by default.
export default function main(): void {
  const clock = createClock()
  const settings = readSettings(config, Preference)
  let controller: Controller | undefined
  const painter = createApplication({
    touched: (x, y) => controller?.hear({ is: 'touched', x, y }),
  })
  controller = createController(settings, { clock, painter, light: setBacklight })

  const hear = controller.hear
  const pollers = settings.companions.map((companion, from) =>
    createPoller(companion, from, { clock, hear, get: (get, done) => httpGet(get, clock, done) }),
  )
  const hearNetwork = (input: Extract<DeskInput, { is: 'network' }>) => {
    hear(input)
    for (const poller of pollers) {
      if (input.state === 'joined') poller.resume()
      else poller.pause()
    }
  }
  const { ssid, password } = settings
  if (ssid !== undefined) clock.after(AFTER_FIRST_PICTURE, () => keepWifi(WiFi, { ssid, password }, clock, hearNetwork))
}
