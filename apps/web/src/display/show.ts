import { brightnessOf, type Desk, type Measure, type Scene, sceneOf } from '@codexbar/display'
import type { Surface } from './brush.js'
import { moves } from './moves.js'
import { paint } from './painter.js'

/** What a show is made of. */
export type ShowOptions = {
  surface: Surface
  measure: Measure
  /** The display's memory at this moment. */
  desk: () => Desk
  /** The desk's clock (ms). */
  now: () => number
  /** Whether that clock runs; a picture of one moment is drawn once. */
  runs: boolean
  /** Asked before each frame: whether the person wants nothing to move. */
  isStill: () => boolean
  /** Told of each scene, with the brightness (0 to 100) it is lit at. */
  shown: (scene: Scene, brightness: number) => void
}

/** A picture that lives. */
export type Show = {
  /** Draws what there is to see now. */
  refresh(): void
  end(): void
}

/** How long a frame is shown (ms): what moves is slow, and the device draws no more of them. */
const FRAME = 66

/** Draws a desk on a surface until it is ended: each second, and each frame while something moves. */
export function startShow({ surface, measure, desk, now, runs, isStill, shown }: ShowOptions): Show {
  let scene: Scene
  let frame = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  function refresh(): void {
    const at = now()
    scene = sceneOf(desk(), at, measure)
    shown(scene, brightnessOf(desk()))
    draw(at)
  }

  function draw(at: number): void {
    const still = isStill()
    paint(surface, scene, at, still)
    rest()
    if (!runs || still || !moves(scene)) return
    pause = setTimeout(() => {
      frame = requestAnimationFrame(() => draw(now()))
    }, FRAME)
  }

  function rest(): void {
    clearTimeout(pause)
    cancelAnimationFrame(frame)
  }

  const timer = runs ? setInterval(refresh, 1_000) : undefined
  refresh()
  return {
    refresh,
    end() {
      clearInterval(timer)
      rest()
    },
  }
}
