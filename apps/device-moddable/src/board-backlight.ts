/** Dims the screen to `percent` (0-100). A board without control of its light stays as it is. */
export function setBacklight(percent: number): void {
  const light = globalThis.backlight
  if (light?.write !== undefined) light.write(percent)
  else if (light !== undefined) light.brightness = percent / 100
}
