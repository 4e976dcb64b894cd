import { FONTS, type Gauge, gaugeBoxes, type Scene, THEME } from '@codexbar/display'
import { Container, Content } from 'piu/MC'
import { SKINS } from './assets.js'
import { DataBehavior } from './data-behavior.js'
import { inkOf } from './ink.js'
import { Line } from './line.js'
import { place } from './place.js'
import type { SectionData } from './section-data.js'

type RowData = SectionData & { row: number; rows: 1 | 2 | 3 }

class FillBehavior extends DataBehavior<RowData> {
  onScene(fill: Content, scene: Scene) {
    const gauge = gaugeOf(scene, this.data)
    if (!gauge) return
    const skin = this.data.palette.fill(gauge.fillColor)
    if (fill.skin !== skin) fill.skin = skin
    if (fill.width !== gauge.fill) fill.width = gauge.fill
  }
}

const Fill = Content.template((_: RowData) => ({ left: 0, top: 0, bottom: 0, width: 0, Behavior: FillBehavior }))

/** One window of a provider's quota: its label, bar, percent and the time to its reset. */
export const GaugeRow = Container.template(($: RowData) => {
  const { palette, index, row, rows } = $
  const { label, bar, percent, countdown } = gaugeBoxes(index, row, rows)
  const whole = inkOf({ ...label, width: countdown.x + countdown.width - label.x }, FONTS.label)
  const line = { palette, origin: whole, color: (scene: Scene) => gaugeOf(scene, $)?.color ?? THEME.text }
  return {
    ...place(whole),
    contents: [
      Line({ ...line, box: label, part: 'label', text: (scene) => gaugeOf(scene, $)?.label ?? '' }),
      Container($, { ...place(bar, whole), skin: SKINS.track, contents: [Fill($)] }),
      Line({
        ...line,
        box: percent,
        part: 'percent',
        side: 'right',
        text: (scene) => gaugeOf(scene, $)?.percent ?? '',
      }),
      Line({
        ...line,
        box: countdown,
        part: 'countdown',
        side: 'right',
        text: (scene) => gaugeOf(scene, $)?.countdown ?? '',
      }),
    ],
  }
})

function gaugeOf(scene: Scene, { index, row }: RowData): Gauge | undefined {
  return scene.sections[index].gauges[row]
}
