import { type Gauge, type Scene, type Section, sceneOf } from '@codexbar/display'
import { measureDevice, playScene, SCENES } from '@codexbar/display/scenes'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Pixels, readPng } from '../kit/pixels.js'
import { disagreements } from '../kit/scene-regions.js'
import { browserMissing } from './browser.js'
import { openPageStage, type PageStage } from './page-stage.js'

const missing = browserMissing()

describe.skipIf(missing !== undefined)(`the page's pictures of the display${missing ? ` (${missing})` : ''}`, () => {
  let stage: PageStage
  let pictures: Map<string, Pixels>

  beforeAll(async () => {
    stage = await openPageStage()
    const { page } = await stage.open({ path: '/#/scenes' })
    await page.waitForSelector('.scenes canvas')
    pictures = await picturesOf(page)
  })

  afterAll(() => stage.close())

  test.each(SCENES.map((scene) => [scene.name, scene] as const))('%s', (name, scene) => {
    const picture = pictures.get(name)
    if (picture === undefined) throw new Error('there is no picture of it')
    expect(disagreements(picture, sceneOf(playScene(scene), scene.now, measureDevice))).toEqual([])
  })

  describe('a picture that is wrong in one thing does not pass', () => {
    const golden = SCENES.find(({ expected }) => expected.sections.some(isFull))
    if (golden === undefined) throw new Error('a golden scene shows a badge, a headline and a gauge')
    const right = sceneOf(playScene(golden), golden.now, measureDevice)
    const at = right.sections.findIndex(isFull)
    const section = right.sections[at]
    const first = section?.gauges[0]
    if (section === undefined || first === undefined) throw new Error('it shows them with these fonts, too')

    const told = (change: Partial<Section>): Scene => ({
      ...right,
      sections: right.sections.map((other, index) => (index === at ? { ...other, ...change } : other)) as [
        Section,
        Section,
      ],
    })
    const gauge = (change: Partial<Gauge>): Scene =>
      told({ gauges: [{ ...first, ...change }, ...section.gauges.slice(1)] })

    test.each<[string, Scene]>([
      ['no accent', told({ accent: { ...section.accent, motion: 'still', rest: 0 } })],
      ['an accent of another colour', told({ accent: { ...section.accent, color: 0x3030ff } })],
      ['a dot', told({ dot: { shape: 'solid', motion: 'still', rest: 1, color: 0xffffff } })],
      ['no badge', told({ badge: '' })],
      ['a badge of another colour', told({ badgeColor: 0x3030ff })],
      ['no headline', told({ headline: '' })],
      ['a shorter bar', gauge({ fill: first.fill - 2 })],
      ['a longer bar', gauge({ fill: first.fill + 2 })],
      ['a bar of another colour', gauge({ fillColor: 0x3030ff })],
      ['no percent', gauge({ percent: '' })],
      ['one gauge less', told({ gauges: section.gauges.slice(1) })],
      ['no footer', { ...right, footer: { left: '', right: '', color: 0 } }],
      ['the set-up screen', { ...right, screen: 'setup', setup: { title: 'No Wi-Fi', lines: [], note: '' } }],
    ])('for one with %s', (_, scene) => {
      const picture = pictures.get(golden.name)
      if (picture === undefined) throw new Error('there is no picture of it')
      expect(disagreements(picture, right)).toEqual([])
      expect(disagreements(picture, scene)).not.toEqual([])
    })
  })
})

/** Whether a section shows an accent, a badge, a headline and a gauge that is neither empty nor full. */
function isFull({ accent, badge, headline, gauges }: Section): boolean {
  const [first] = gauges
  return accent.rest > 0 && badge !== '' && headline !== '' && first !== undefined && first.fill > 2 && first.fill < 98
}

async function picturesOf(page: Page): Promise<Map<string, Pixels>> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('.scenes a')].map((link) => [
      link.querySelector('.name')?.textContent ?? '',
      link.querySelector('canvas')?.toDataURL('image/png').split(',')[1] ?? '',
    ]),
  )
  return new Map(found.map(([name = '', png = '']) => [name, readPng(Buffer.from(png, 'base64'))]))
}
