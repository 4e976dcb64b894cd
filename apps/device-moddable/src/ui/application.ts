import type { Measure, Scene } from '@codexbar/display'
import { Application } from 'piu/MC'
import { SKINS } from './assets.js'
import { DataBehavior } from './data-behavior.js'
import { GaugesScreen } from './gauges-screen.js'
import { createMeasure } from './measure.js'
import { createPalette, type Palette } from './palette.js'
import { FULL } from './place.js'
import { SetupScreen } from './setup-screen.js'

/** The screen as the rest of the firmware knows it. */
export type Painter = {
  /** Copies a scene to the screen and redraws what differs; `now` is the clock that the scene's `since` is of. */
  show(scene: Scene, now: number): void
  measure: Measure
}

type DisplayData = { palette: Palette; touched(x: number, y: number): void }

const SCREENS = Object.freeze({ gauges: GaugesScreen, setup: SetupScreen })

class DisplayBehavior extends DataBehavior<DisplayData> {
  private screen: Scene['screen'] | undefined

  onScreen(application: Application, screen: Scene['screen']) {
    if (this.screen === screen) return
    this.screen = screen
    application.empty()
    application.purge()
    application.add(new SCREENS[screen](this.data))
  }

  onTouchEnded(_application: Application, _id: number, x: number, y: number) {
    this.data.touched(x, y)
  }
}

const Display = Application.template((_: DisplayData) => ({
  ...FULL,
  active: true,
  skin: SKINS.screen,
  Behavior: DisplayBehavior,
}))

/**
 * Makes Piu's application and draws an empty background. `touched` gets where a finger left the screen, in pixels.
 * The lists (bytes; half as much again on 64 bits) are for the fullest scene, three windows each of what is left, names
 * and labels of narrow letters, which was measured to need 1,560 of 3,072 and 8,100 of 10,752 in the simulator.
 */
export function createApplication({ touched }: { touched(x: number, y: number): void }): Painter {
  const data = { palette: createPalette(), touched }
  const application = new Display(data, { commandListLength: 2048, displayListLength: 7168, touchCount: 1 })
  return {
    show(scene, now) {
      application.delegate('onScreen', scene.screen)
      application.distribute('onScene', scene, now)
    },
    measure: createMeasure(),
  }
}
