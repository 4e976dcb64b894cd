import type { Credentials, WiFiOptions } from 'embedded:network/interface/wifi'
import screen from 'screen'
import Timer from 'timer'

/** What the simulated air holds: the network, no network, or one that refuses the password. */
type Air = 'on' | 'off' | 'refusing'

const STEP = 100

/**
 * ECMA-419's Wi-Fi class for the simulator, which has the network of its computer. Its page switches the air with
 * `{ "wifi": "on" | "off" | "refusing" }`.
 */
// biome-ignore lint/style/noDefaultExport: Stands in for the SDK's module of that name.
export default class WiFi {
  connection = 200
  address: string | undefined
  private air: Air = 'on'
  private readonly changed: () => void
  private ssid = ''

  constructor({ onChanged }: WiFiOptions) {
    this.changed = onChanged
    screen.onMessage = (message) => {
      const { wifi } = JSON.parse(String(message)) as { wifi?: Air }
      if (wifi === undefined) return
      this.air = wifi
      if (wifi !== 'on' && this.connection > 200) this.become(200)
    }
  }

  connect({ SSID }: Credentials): void {
    this.ssid = SSID
    this.connection = 300
    Timer.set(() => {
      if (this.connection === 300) this.become(this.air === 'on' ? 500 : 200)
    }, STEP)
  }

  disconnect(): void {
    this.connection = 200
  }

  scan(options: { onFound: (network: { SSID: string }) => void; onComplete: () => void }): void {
    Timer.set(() => {
      if (this.air !== 'off') options.onFound({ SSID: this.ssid })
      options.onComplete()
    }, STEP)
  }

  private become(connection: number): void {
    this.connection = connection
    this.address = connection === 500 ? '127.0.0.1' : undefined
    this.changed()
  }
}
