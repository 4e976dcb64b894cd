import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { inCi } from '../kit/in-ci.js'

const CHROMIUM = '/usr/bin/chromium'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Why tests in a browser cannot run here, or `undefined` when they can. With `CI=true` they must. */
export function browserMissing(): string | undefined {
  if (inCi || existsSync(CHROMIUM)) return undefined
  return 'chromium is not installed'
}

/** Starts a browser without a window, with `flags` beside its usual ones. */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags] })
}
