// The desk display as the SDK's simulator shows it: a screen of 320x240 that is dimmed as the board would dim it, and a
// switch for the Wi-Fi.
import { ControlsColumn, StatusRow, SwitchRow } from 'ControlsPane'
import { DeviceBehavior, DeviceContainer, DeviceScreen } from 'DevicePane'

/** How far the shown screen lets the black behind it through at most: at 1 it would be black. */
const DARKEST = 0.85

class DeskBehavior extends DeviceBehavior {
  onJSON(container, json) {
    if (json.backlight === undefined) return
    container.first.transparency = Math.min(1 - json.backlight / 100, DARKEST)
    if (this.backlight) this.backlight.string = `${json.backlight} %`
  }
  onWifiChanged(container, data) {
    this.postJSON(container, { wifi: data.value ? 'on' : 'off' })
  }
}

// biome-ignore lint/style/noDefaultExport: The simulator takes a page's default export.
export default {
  applicationName: 'codexbar',
  title: 'codexbar',
  Workers: {},
  ControlsTemplate: ControlsColumn.template(() => ({
    contents: [
      StatusRow({ label: 'Backlight', name: 'backlight', items: [] }),
      SwitchRow({ event: 'onWifiChanged', label: 'Wi-Fi', on: 'On', off: 'Off', value: true }),
    ],
  })),
  DeviceTemplates: {
    0: DeviceContainer.template(($) => ({
      skin: new Skin({ fill: '#000000' }),
      Behavior: DeskBehavior,
      contents: [DeviceScreen($, { width: 320, height: 240, rotation: 0 })],
    })),
  },
}
