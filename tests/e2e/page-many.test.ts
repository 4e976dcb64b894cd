import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from './browser.js'
import { busyWhile } from './page-probe.js'
import { openPageStage, type PageStage } from './page-stage.js'

const missing = browserMissing()
const MANY = 1_000
const LOOK = 4_000

describe.skipIf(missing !== undefined)(`a page of ${MANY} sessions${missing ? ` (${missing})` : ''}`, () => {
  let stage: PageStage
  let page: Page

  const report = (at: number, event: string) =>
    stage.client.report({ provider: 'Claude', event, session_id: `s${at}`, cwd: `/projects/p${at}` })

  beforeAll(async () => {
    stage = await openPageStage()
    for (let at = 0; at < MANY; at += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, by) => report(at + by, 'UserPromptSubmit')))
    }
    ;({ page } = await stage.open())
    await page.waitForSelector('.session')
  }, 60_000)

  afterAll(() => stage.close())

  test('draws the first and says how many more there are', async () => {
    expect(await page.locator('.session').count()).toBe(200)
    expect(await page.textContent('.left')).toBe('and 800 more')
  })

  test('hardly works while nothing happens', async () => {
    const busy = await busyWhile(page, () => page.waitForTimeout(LOOK))
    console.log(`idle: ${percent(busy)} of the main thread`)
    expect(busy).toBeLessThan(0.15)
  })

  test('leaves time for the person while 25 events a second come, and has the last of them', async () => {
    let at = 0
    const busy = await busyWhile(page, async () => {
      for (const end = performance.now() + LOOK; performance.now() < end; at += 1) {
        await Promise.all([report(at, 'PermissionRequest'), page.waitForTimeout(40)])
      }
    })
    console.log(`${at} events: ${percent(busy)} of the main thread`)
    expect(busy).toBeLessThan(0.6)
    await page.waitForFunction(
      (name) => document.querySelector('.session .project')?.textContent === name,
      `p${at - 1}`,
    )
  })
})

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
