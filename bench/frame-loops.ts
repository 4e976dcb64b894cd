import { breathe, levelAt, pulse, type Scene, type Section, sceneOf } from '@codexbar/display'
import { type GoldenScene, measureDevice, playScene, SCENES } from '@codexbar/display/scenes'

/** A scene in which every part is there: both providers wait, names rotate, quotas run. */
const FULL = fullScene()
const desk = playScene(FULL)

function fullScene(): GoldenScene {
  const full = SCENES.find(({ expected }) =>
    expected.sections.every(({ gauges, accent }) => gauges.length > 0 && accent.motion === 'pulse'),
  )
  if (full === undefined) throw new Error('No scene has two waiting providers with gauges.')
  return full
}

/** Milliseconds from one frame to the next, no part of a period: every frame asks for another level. */
const FRAME = 66.7

/** A function of every frame or of every second, and the least that could stand in its place. */
export type Loop = { run: (times: number) => number; floor?: string; every: 'frame' | 'second' }

/** What is measured, each asked `times` times; the sum keeps an engine from leaving the work out. */
export const LOOPS: Readonly<Record<string, Loop>> = {
  empty: {
    every: 'frame',
    run(times) {
      let sum = 0
      for (let at = 0; at < times; at += 1) sum += at * FRAME
      return sum
    },
  },
  pulse: {
    every: 'frame',
    floor: 'empty',
    run(times) {
      let sum = 0
      for (let at = 0; at < times; at += 1) sum += pulse(at * FRAME)
      return sum
    },
  },
  breathe: {
    every: 'frame',
    floor: 'empty',
    run(times) {
      let sum = 0
      for (let at = 0; at < times; at += 1) sum += breathe(at * FRAME)
      return sum
    },
  },
  levelAt: {
    every: 'frame',
    floor: 'empty',
    run(times) {
      let sum = 0
      for (let at = 0; at < times; at += 1) sum += levelAt('pulse', 0, at * FRAME)
      return sum
    },
  },
  copy: {
    every: 'second',
    run(times) {
      let sum = 0
      for (let at = 0; at < times; at += 1) sum += copy(FULL.expected, at).sections[0].dotX
      return sum
    },
  },
  sceneOf: {
    every: 'second',
    floor: 'copy',
    run(times) {
      let sum = 0
      for (let at = 0; at < times; at += 1)
        sum += sceneOf(desk, FULL.now + (at % 3_000), measureDevice).sections[0].dotX
      return sum
    },
  },
}

/** Makes a scene of as many parts as a real one, all of which are known already. */
function copy({ sections: [first, second], ...scene }: Scene, since: number): Scene {
  return {
    ...scene,
    sections: [copySection(first, since), copySection(second, since)],
    footer: { ...scene.footer },
    setup: { ...scene.setup },
  }
}

function copySection(section: Section, since: number): Section {
  const { dot, accent, gauges } = section
  return { ...section, since, dot: { ...dot }, accent: { ...accent }, gauges: gauges.map((gauge) => ({ ...gauge })) }
}
