import { type Measure, type Scene, sceneOf } from '@codexbar/display'
import { type GoldenScene, playScene } from '@codexbar/display/scenes'

export * from '../../cases/subject.js'

/** Returns what a scene shows when its texts are measured by the painter's own fonts. */
export function sceneToPaint(scene: GoldenScene, measure: Measure): Scene {
  return sceneOf(playScene(scene), scene.now, measure)
}
