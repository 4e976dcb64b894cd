import { brightnessOf, levelAt, sceneOf } from '@codexbar/display'
import { type GoldenScene, measureDevice, playScene } from '@codexbar/display/scenes'

/** Returns what a display shows after all that happened in a scene, and how bright. */
export function showScene(scene: GoldenScene): unknown {
  const desk = playScene(scene)
  return { scene: sceneOf(desk, scene.now, measureDevice), brightness: brightnessOf(desk) }
}

/** Returns the levels of both motions at moments of no round number, over some turns. */
export function moveParts(): number[] {
  const moments = Array.from({ length: 200 }, (_, at) => at * 37.3)
  return moments.flatMap((elapsed) => [
    levelAt('pulse', 0, elapsed),
    levelAt('breathe', 0, elapsed),
    levelAt('still', 0.7, elapsed),
  ])
}
