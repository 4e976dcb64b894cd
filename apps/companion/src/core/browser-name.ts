/** What tells a browser by its `User-Agent`; the first that matches counts, since most claim to be others too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** What tells the system that it runs on. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns what a person would call a browser, by its `User-Agent`: `Firefox on Linux`. Nothing of the header is kept. */
export function browserName(agent: string | undefined): string {
  const browser = named(BROWSERS, agent) ?? 'Browser'
  const system = named(SYSTEMS, agent)
  return system === undefined ? browser : `${browser} on ${system}`
}

function named(rows: readonly (readonly [RegExp, string])[], agent = ''): string | undefined {
  return rows.find(([pattern]) => pattern.test(agent))?.[1]
}
