// The device as the SDK's simulator shows it in a test: a bare screen of 320x240. Commands come as files, one at a time;
// what happens goes out as numbered files. A throw in here would end the simulator silently, so none leaves a behavior.
import { DeviceBehavior, DeviceContainer, DeviceScreen } from 'DevicePane'

const folder = import.meta.uri.slice(0, import.meta.uri.lastIndexOf('/page/'))
const command = `${folder}/command.json`

let count = 0

function tell(event) {
  count += 1
  const name = `${folder}/events/${count}.json`
  system.writeFileString(`${name}.part`, JSON.stringify(event))
  system.renameFile(`${name}.part`, `${count}.json`)
}

function attempt(what, run) {
  try {
    run()
  } catch (error) {
    tell({ fault: `${what}: ${error}` })
  }
}

const ACTIONS = {
  shot: (screen, path) => {
    screen.writePNG(path)
    tell({ shot: path })
  },
  touch: (screen, { kind, x, y }) => screen.touch(kind, 0, x, y),
  post: (screen, json) => screen.postMessage(JSON.stringify(json)),
  quit: () => application.delegate('onQuit'),
}

class DeskBehavior extends DeviceBehavior {
  onConfigure() {
    attempt('start', () => tell({ started: true }))
  }
  onDisplaying(container) {
    container.interval = 10
    container.start()
  }
  onTimeChanged(container) {
    attempt('command', () => {
      if (!system.fileExists(command)) return
      const actions = JSON.parse(system.readFileString(command))
      system.deleteFile(command)
      for (const [name, value] of Object.entries(actions)) ACTIONS[name](container.first, value)
    })
  }
  onMessage(_container, message) {
    attempt('message', () => tell({ message: JSON.parse(message) }))
  }
  onAbort(_container, status, reason) {
    attempt('abort', () => tell({ fault: `abort ${status}: ${reason}` }))
    return true
  }
}

// biome-ignore lint/style/noDefaultExport: The simulator takes a page's default export.
export default {
  applicationName: 'codexbar',
  title: 'Desk',
  Workers: {},
  ControlsTemplate: Container.template(() => ({ contents: [] })),
  DeviceTemplates: {
    0: DeviceContainer.template(($) => ({
      Behavior: DeskBehavior,
      contents: [DeviceScreen($, { left: 0, width: 320, top: 0, height: 240, rotation: 0 })],
    })),
  },
}
