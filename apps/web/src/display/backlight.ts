/**
 * Returns how bright a picture is drawn for a backlight of `brightness` (0 to 100). An eye beside a bright page sees a
 * dim picture as black: the lowest step stays readable, as the device's is on a dark desk.
 */
export function lightOf(brightness: number): number {
  return brightness <= 0 ? 0 : 0.3 + 0.7 * (Math.min(100, brightness) / 100)
}
