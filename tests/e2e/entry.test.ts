import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../apps/companion/src/server.js'
import { repo } from '../kit/repo.js'
import { browserMissing, openBrowser } from './browser.js'

const missing = browserMissing()

/** Names of a companion on another machine: to the first a browser does not say where it comes from. */
const PLAIN = 'desk.test'
const TRUSTED = 'desk.localhost'

describe.skipIf(missing !== undefined)(`a browser from another site${missing ? ` (${missing})` : ''}`, () => {
  let home: string
  let companion: RunningServer
  let elsewhere: Server
  let browser: Browser

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'codexbar-entry-'))
    const started = await startServer({
      home,
      port: 0,
      env: { HOME: home },
      config: { notify: { enabled: false }, hosts: [PLAIN, TRUSTED] },
      web: join(repo, 'apps/companion/dist/web/'),
      log: { info() {}, warn() {}, error() {} },
    })
    if (!started.ok) throw new Error(started.message)
    companion = started
    elsewhere = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
      response.setHeader('content-type', 'text/html').end(`<a href="${searchParams.get('to')}">there</a>`)
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    browser = await openBrowser([`--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`])
  })

  afterAll(async () => {
    await browser.close()
    elsewhere.close()
    await companion.close()
    await rm(home, { recursive: true, force: true })
  })

  /** Follows a link to a path of the companion from a page of another site, and tells which of its pages were asked for. */
  async function follow(context: BrowserContext, name: string, path: string) {
    const at = `http://${name}:${companion.port}`
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/?to=${at}${path}`)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest())
        asked.push(
          request
            .url()
            .slice(at.length)
            .replace(/^\/enter\/.*/, '/enter'),
        )
    })
    await page.click('a')
    return { page, asked }
  }

  const pathOf = (link: string): string => new URL(link).pathname

  test.each([PLAIN, TRUSTED])('is let in by a link, and known when it follows another to %s', async (name) => {
    const context = await browser.newContext()
    const first = await follow(context, name, pathOf(companion.link))
    await first.page.waitForSelector('.connection[data-phase="live"]')
    expect(first.asked).toEqual(['/enter', '/'])
    const second = await follow(context, name, '/')
    await second.page.waitForSelector('.connection[data-phase="live"]')
    expect(second.asked).toEqual(['/', '/?again'])
    await context.close()
  })

  test.each([PLAIN, TRUSTED])('that is not let in learns so from %s, after one more try', async (name) => {
    const context = await browser.newContext()
    const { page, asked } = await follow(context, name, '/')
    await page.waitForURL('**/?again')
    await page.waitForLoadState('networkidle')
    expect(await page.textContent('h1')).toBe('This browser is not let in yet')
    expect(asked).toEqual(['/', '/?again'])
    await context.close()
  })
})
