import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@codexbar/client'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startServer } from '../../apps/companion/src/server.js'
import { freePort } from '../kit/free-port.js'
import { repo } from '../kit/repo.js'
import { openBrowser } from './browser.js'

/** A companion in a throw-away home, and a browser to look at its page with. */
export type PageStage = {
  url: string
  /** The home of the companion and of the person. */
  home: string
  client: Client
  /** Opens the page in a browser of its own; one that is signed in came by the companion's link. */
  open(options?: BrowserContextOptions & { signedIn?: boolean; path?: string }): Promise<StagedPage>
  stop(): Promise<void>
  start(): Promise<void>
  /** Lets no browser in any more that was let in before. */
  revoke(): Promise<void>
  /** A new link that lets a browser in. */
  link(): string
  close(): Promise<void>
}

/** An open page, with what the browser complained of since. */
export type StagedPage = { page: Page; context: BrowserContext; complaints: string[] }

/** Starts a companion that serves the built page, and a browser. */
export async function openPageStage(): Promise<PageStage> {
  const home = await mkdtemp(join(tmpdir(), 'codexbar-page-'))
  const port = await freePort()
  const browser = await openBrowser()
  const url = `http://127.0.0.1:${port}`
  let server = await run()

  async function run() {
    const started = await startServer({
      home,
      port,
      env: { HOME: home },
      config: { notify: { enabled: false } },
      web: join(repo, 'apps/companion/dist/web/'),
      log: { info() {}, warn() {}, error() {} },
    })
    if (!started.ok) throw new Error(started.message)
    return started
  }

  return {
    url,
    home,
    client: createClient({ url }),
    async open({ signedIn = true, path = '/', ...options } = {}) {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${message.text()} ${message.location().url}`)
      })
      if (signedIn) {
        await page.goto(server.link)
        await page.waitForURL(`${url}/`)
      }
      if (!signedIn || path !== '/') await page.goto(url + path)
      return { page, context, complaints }
    },
    stop: () => server.close(),
    async start() {
      server = await run()
    },
    async revoke() {
      const admin = createClient({ url, token: (await readFile(join(home, 'token'), 'utf8')).trim() })
      const { tokens } = await admin.tokens()
      for (const { id } of tokens) await admin.revokeToken(id)
    },
    link: () => server.link,
    async close() {
      await browser.close()
      await server.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
