import type { Gauge, Scene, Section } from '@codexbar/display'

/** Returns a gauge with numbers that no default has. */
export function gauge(wish: Partial<Gauge> = {}): Gauge {
  return { label: '5h', percent: '42%', fill: 42, fillColor: 0x010203, countdown: '2h 5m', color: 0x040506, ...wish }
}

/** Returns a section that shows nothing but what you say. */
export function section(wish: Partial<Section> = {}): Section {
  return {
    name: 'Claude',
    nameColor: 0x101112,
    dotX: 104,
    dot: { shape: 'none', motion: 'still', rest: 0, color: 0 },
    accent: { motion: 'still', rest: 0, color: 0 },
    since: 0,
    badge: '',
    badgeColor: 0x202122,
    headline: '',
    headlineColor: 0x303132,
    gauges: [],
    note: '',
    noteColor: 0x404142,
    ...wish,
  }
}

/** Returns the scene of two sections. */
export function gaugesScene(first: Section = section(), second: Section = section({ name: 'Codex' })): Scene {
  return {
    screen: 'gauges',
    sections: [first, second],
    footer: { left: 'live', right: '12:05', color: 0x505152 },
    setup: { title: '', lines: [], note: '' },
  }
}
