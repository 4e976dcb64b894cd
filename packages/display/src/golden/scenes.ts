import blocked from '../../scenes/blocked.json' with { type: 'json' }
import companions from '../../scenes/companions.json' with { type: 'json' }
import done from '../../scenes/done.json' with { type: 'json' }
import error from '../../scenes/error.json' with { type: 'json' }
import freshness from '../../scenes/freshness.json' with { type: 'json' }
import idle from '../../scenes/idle.json' with { type: 'json' }
import light from '../../scenes/light.json' with { type: 'json' }
import names from '../../scenes/names.json' with { type: 'json' }
import quota from '../../scenes/quota.json' with { type: 'json' }
import remaining from '../../scenes/remaining.json' with { type: 'json' }
import running from '../../scenes/running.json' with { type: 'json' }
import setup from '../../scenes/setup.json' with { type: 'json' }
import touch from '../../scenes/touch.json' with { type: 'json' }
import unknown from '../../scenes/unknown.json' with { type: 'json' }
import waiting from '../../scenes/waiting.json' with { type: 'json' }
import { createDesk, type Desk, type DeskInput, type DeskOptions, updateDesk } from '../desk/desk.js'
import type { Scene } from '../scene/scene.js'
import { THEME } from '../scene/theme.js'

export { measureDevice } from './device-measure.js'

/**
 * One golden scene: what happened to a display, each input at its time (ms), and what it shows at `now`, drawn with the
 * device's fonts (`measureDevice`). The name reads as a sentence.
 */
export type GoldenScene = {
  name: string
  group: string
  options: DeskOptions
  inputs: readonly (DeskInput & { at: number })[]
  now: number
  expected: Scene
  brightness: number
}

/** An input as it stands in a file: one with `every` (ms) happens so many `times`, as polls do. */
type WrittenInput = DeskInput & { at: number; every?: number; times?: number }

type WrittenScene = Omit<GoldenScene, 'inputs' | 'options'> & {
  options?: Partial<DeskOptions>
  inputs: readonly WrittenInput[]
}

/** What a scene's display is set up with, where the scene does not say. */
const OPTIONS: DeskOptions = {
  companions: [{ label: 'desk-mac', hasToken: true }],
  brightness: 100,
  hasWifi: true,
}

const FILES: Readonly<Record<string, unknown>> = {
  idle,
  waiting,
  done,
  running,
  error,
  unknown,
  names,
  quota,
  remaining,
  blocked,
  freshness,
  companions,
  light,
  touch,
  setup,
}

/** Every screen that the display can show, by group; kept as JSON in `scenes/`, colours by their names in the theme. */
export const SCENES: readonly GoldenScene[] = Object.entries(FILES).flatMap(([group, file]) =>
  (file as WrittenScene[]).map((scene) => ({
    ...scene,
    group,
    options: { ...OPTIONS, ...scene.options },
    inputs: scene.inputs.flatMap(repeated).sort((a, b) => a.at - b.at),
    expected: painted(scene.expected) as Scene,
  })),
)

/** Returns the display after all that happened in the scene. */
export function playScene({ options, inputs }: GoldenScene): Desk {
  let desk = createDesk(options, 0)
  for (const { at, ...input } of inputs) desk = updateDesk(desk, input, at).desk
  return desk
}

function repeated({ every = 0, times = 1, ...input }: WrittenInput): (DeskInput & { at: number })[] {
  return Array.from({ length: times }, (_, time) => ({ ...input, at: input.at + time * every }))
}

/** Replaces the names of colours by the theme's numbers. */
function painted(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && /color$/i.test(key)) return colorNamed(value)
  if (Array.isArray(value)) return value.map((item) => painted(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, painted(item, name)]))
}

function colorNamed(name: string): unknown {
  return name.split('.').reduce<unknown>((table, part) => (table as Record<string, unknown>)[part], THEME)
}
