import type { Scene } from '@codexbar/display'
import { Container } from 'piu/MC'
import { DataBehavior } from './data-behavior.js'
import { GaugeRow } from './gauge-row.js'
import { FULL } from './place.js'
import type { SectionData } from './section-data.js'

class GaugesBehavior extends DataBehavior<SectionData> {
  onScene(gauges: Container, scene: Scene) {
    const rows = scene.sections[this.data.index].gauges.length
    if (gauges.length === rows) return
    gauges.empty()
    if (rows !== 1 && rows !== 2 && rows !== 3) return
    for (let row = 0; row < rows; row++) gauges.add(new GaugeRow({ ...this.data, row, rows }))
    for (let row = gauges.first; row; row = row.next) row.distribute('onScene', scene)
  }
}

/** A section's 0-3 gauges, laid out anew when their number changes. */
export const Gauges = Container.template((_: SectionData) => ({ ...FULL, Behavior: GaugesBehavior }))
