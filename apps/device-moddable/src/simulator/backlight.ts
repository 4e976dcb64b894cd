import screen from 'screen'

/** The simulator's light: its page is told how bright it would be. The SDK runs `setup/*` before the main module. */
// biome-ignore lint/style/noDefaultExport: The SDK calls what a setup module exports by default.
export default function setup(done: () => void): void {
  globalThis.backlight = { write: (percent) => screen.postMessage(JSON.stringify({ backlight: percent })) }
  done()
}
