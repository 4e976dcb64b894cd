import { SCENES } from '@codexbar/display/scenes'
import type { Report } from '@codexbar/protocol/wire'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntil } from '../kit/wait-until.js'
import { browserMissing } from './browser.js'
import { coloursOf, contrast, luminance } from './page-colours.js'
import { arrivalOf, changesWithin, pixelOf, watchFor } from './page-probe.js'
import { openPageStage, type PageStage } from './page-stage.js'
import { describeDelays, quantile } from './quantile.js'

const missing = browserMissing()
const LONG = 'a-project-with-a-name-that-is-far-too-long-for-any-row-on-a-telephone'

describe.skipIf(missing !== undefined)(`the page in a browser${missing ? ` (${missing})` : ''}`, () => {
  let stage: PageStage

  beforeAll(async () => {
    stage = await openPageStage()
  })

  afterAll(() => stage.close())

  const report = (event: string, project: string, more: Partial<Report> = {}) =>
    stage.client.report({ provider: 'Claude', event, session_id: project, cwd: `/projects/${project}`, ...more })
  const ask = (project: string) => report('PermissionRequest', project, { tool_name: 'Bash', tool_input: {} })
  /** A session that ended stays so: each test has its own. */
  const forget = (project: string) => report('SessionEnd', project)
  const phase = (page: Page, name: string) => page.waitForSelector(`.connection[data-phase="${name}"]`)

  /** Opens the page signed in, and waits for it to be live. */
  const openLive = async (options: Parameters<PageStage['open']>[0] = {}) => {
    const staged = await stage.open(options)
    await phase(staged.page, 'live')
    return staged
  }

  test('an event is on the page within 200 ms, in the list and on the display', async () => {
    const { page, context, complaints } = await openLive()
    const delays: number[] = []
    for (let at = 0; at < 12; at += 1) {
      const project = `quick-${at}`
      await watchFor(page, project)
      const sent = performance.timeOrigin + performance.now()
      await report('UserPromptSubmit', project)
      // A second change right behind the first waits for what is fetched together.
      await ask(project)
      delays.push((await arrivalOf(page)) - sent)
      await forget(project)
    }
    console.log(`event to page: ${describeDelays(delays)}`)
    // A busy machine holds up most tries; what the companion and the page take is in the quickest of them too.
    expect(quantile(delays, 0.25)).toBeLessThan(200)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('says how many need you, in the title, in words and to who does not see it', async () => {
    const { page, context } = await openLive()
    await ask('api')
    await ask('shop')
    await page.waitForFunction(() => document.title === '(2) codexbar')
    expect(await page.textContent('.whole')).toBe('2 sessions need you')
    expect(await page.textContent('#shown')).toContain('Claude: 2 waiting')
    expect(await page.locator('.session').first().textContent()).toMatch(
      /^▲needs youshop\d+sClaude · Permission needed · Bash$/,
    )
    await forget('api')
    await forget('shop')
    await page.waitForFunction(() => document.title === 'codexbar')
    expect(await page.textContent('.beside')).toContain('pnpm hooks install --statusline')
    await context.close()
  })

  test.each<[string, (page: Page) => Promise<void>]>([
    ['hand', (page) => page.click('.glass', { position: { x: 300, y: 100 } })],
    ['key', (page) => page.focus('.glass').then(() => page.keyboard.press('Enter'))],
  ])('a touch on the display by %s acknowledges what waits', async (by, touch) => {
    const { page, context } = await openLive()
    const accent = () => pixelOf(page, 10, 50)
    await ask(`touched-by-${by}`)
    await page.waitForFunction(() => document.title === '(1) codexbar')
    expect(await changesWithin(accent, 1_000)).toBe(true)
    await waitUntil('the accent to rest', async () => {
      await touch(page)
      return !(await changesWithin(accent, 300))
    })
    await forget(`touched-by-${by}`)
    await context.close()
  })

  test('a companion that starts again is found by itself, with what it knows', async () => {
    const { page, context } = await openLive()
    await ask('survivor')
    await page.waitForSelector('.session[data-state="needs_user"]')
    await page.evaluate(() => document.body.setAttribute('data-first', 'true'))
    await stage.stop()
    await phase(page, 'reconnecting')
    expect(await page.locator('.session').count()).toBe(1)
    await stage.start()
    const began = performance.now()
    await phase(page, 'live')
    console.log(`restart to live: ${Math.round(performance.now() - began)} ms`)
    expect(await page.textContent('.whole')).toBe('1 session needs you')
    await report('Stop', 'survivor')
    await page.waitForSelector('.session[data-state="done"]')
    expect(await page.textContent('#shown')).toContain('Claude: review, survivor')
    expect(await page.getAttribute('body', 'data-first')).toBe('true')
    await forget('survivor')
    await context.close()
  })

  test('eight tabs of a browser are live and hear everything, and go on when the one that holds the stream goes', async () => {
    const { page, context } = await openLive()
    const pages = [page]
    while (pages.length < 8) {
      const tab = await context.newPage()
      await tab.goto(stage.url)
      await phase(tab, 'live')
      pages.push(tab)
    }
    const isListed = (project: string) =>
      Promise.all(pages.map((tab) => tab.waitForSelector(`.session .project:text-is("${project}")`)))
    await ask('heard-by-all')
    await isListed('heard-by-all')
    for (const tab of pages) expect(await tab.getAttribute('.connection', 'data-phase')).toBe('live')
    await pages.pop()?.close()
    await ask('heard-by-the-rest')
    await isListed('heard-by-the-rest')
    await pages.pop()?.goto('about:blank')
    await ask('heard-by-six')
    await isListed('heard-by-six')
    for (const project of ['heard-by-all', 'heard-by-the-rest', 'heard-by-six']) await forget(project)
    await context.close()
  })

  test('eight tabs that are not signed in all show the display', async () => {
    const { page, context } = await stage.open({ signedIn: false })
    const pages = [page]
    while (pages.length < 8) pages.push(await context.newPage())
    await Promise.all(pages.slice(1).map((tab) => tab.goto(stage.url)))
    await ask('shown-to-all')
    const isShown = (text: string) =>
      Promise.all(
        pages.map((tab) =>
          tab.waitForFunction((text) => document.querySelector('#shown')?.textContent?.includes(text), text),
        ),
      )
    await isShown('Permission needed, shown-to-all')
    await report('Stop', 'shown-to-all')
    await isShown('review, shown-to-all')
    await forget('shown-to-all')
    await context.close()
  })

  test('a browser that is not signed in sees the display and how to get in, and gets in without a reload', async () => {
    await ask('private-name')
    const { page, context } = await stage.open({ signedIn: false })
    await phase(page, 'signed-out')
    expect(await page.textContent('.beside')).toContain('pnpm codexbar pair browser')
    expect(await page.locator('.session').count()).toBe(0)
    await page.waitForFunction(() => document.querySelector('#shown')?.textContent?.includes('Permission needed'))
    await report('Stop', 'private-name')
    await page.waitForFunction(() => document.querySelector('#shown')?.textContent?.includes('review'))
    const other = await context.newPage()
    await other.goto(stage.link())
    await other.close()
    await phase(page, 'live')
    expect(await page.textContent('.session .project')).toBe('private-name')
    await forget('private-name')
    await context.close()
  })

  test('a browser that is not let in any more is told so, and forgets nothing that the display may show', async () => {
    await ask('revoked')
    const { page, context } = await openLive()
    await page.waitForSelector('.session')
    await stage.revoke()
    await phase(page, 'signed-out')
    expect(await page.locator('.session').count()).toBe(0)
    expect(await page.textContent('#shown')).toContain('Permission needed')
    await report('Stop', 'revoked')
    await page.waitForFunction(() => document.querySelector('#shown')?.textContent?.includes('review'))
    await forget('revoked')
    await context.close()
  })

  test('every scene is drawn, small and large, without a complaint', async () => {
    const { page, context, complaints } = await stage.open({ path: '/#/scenes' })
    await page.waitForSelector('.scenes canvas')
    expect(await page.locator('.scenes canvas').count()).toBe(SCENES.length)
    const colours = await page.evaluate(() =>
      [...document.querySelectorAll('canvas')].map((canvas) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, 320, 240).data ?? []
        return new Set(new Uint32Array(new Uint8ClampedArray(data).buffer)).size
      }),
    )
    expect(Math.min(...colours)).toBeGreaterThan(2)
    await page.click('.scenes a >> nth=3')
    await page.waitForSelector('.large canvas')
    expect(await page.textContent('.large strong')).toBe(SCENES[3]?.name)
    await page.check('input[type=checkbox]')
    await page.click('.pager .all')
    await page.waitForSelector('.scenes canvas')
    await page.waitForTimeout(1_200)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(
    [320, 360].flatMap((width) => [
      ['the sessions', width, '/'] as const,
      ['the scenes', width, '/#/scenes'] as const,
      ['one scene', width, `/#/scenes/${encodeURIComponent(SCENES[0]?.name ?? '')}`] as const,
    ]),
  )('%s fit a telephone of %i pixels', async (what, width, path) => {
    const project = `${LONG} ${what} ${width}`
    await ask(project)
    const { page, context } = await stage.open({ path, viewport: { width, height: 740 } })
    await page.waitForSelector('canvas')
    if (path === '/') await page.waitForSelector('.session')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const canvas = await page.locator('canvas').first().boundingBox()
    expect(canvas).toMatchObject({ width: 320, height: 240 })
    expect(canvas?.x).toBeGreaterThanOrEqual(0)
    await forget(project)
    await context.close()
  })

  test('text stands out in the light and in the dark', async () => {
    await ask('contrast')
    const { page, context } = await openLive()
    await page.waitForSelector('.session')
    const grounds: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const colours = await page.evaluate(coloursOf, ['.whole', '.state', '.phrase', '.project', '.age', 'figcaption'])
      for (const { selector, text, ground } of colours) {
        expect(contrast(text, ground), `${selector} in the ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
      }
      grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    }
    expect(luminance(grounds[0] ?? '')).toBeGreaterThan(0.8)
    expect(luminance(grounds[1] ?? '')).toBeLessThan(0.05)
    await forget('contrast')
    await context.close()
  })

  test('nothing moves for who wants it so', async () => {
    await ask('still')
    const { page, context } = await openLive({ reducedMotion: 'reduce' })
    await page.waitForSelector('.session[data-state="needs_user"]')
    expect(await changesWithin(() => pixelOf(page, 10, 50), 1_500)).toBe(false)
    await forget('still')
    await context.close()
  })
})
