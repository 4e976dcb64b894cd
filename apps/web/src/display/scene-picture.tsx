import { type GoldenScene, playScene } from '@codexbar/display/scenes'
import { useMemo, useState } from 'preact/hooks'
import { browserClock } from '../live/clock.js'
import { lightOf } from './backlight.js'
import { Canvas } from './canvas.js'
import { describeScene } from './describe-scene.js'

/** A golden scene as the display shows it: at its own moment, or from then on when it `runs`. */
export function ScenePicture({ scene, runs }: { scene: GoldenScene; runs: boolean }) {
  const [text, setText] = useState('')
  const { desk, now } = useMemo(() => {
    const played = playScene(scene)
    const began = browserClock.now()
    return { desk: () => played, now: () => scene.now + (runs ? browserClock.now() - began : 0) }
  }, [scene, runs])
  return (
    <span class="lit" style={{ '--light': lightOf(scene.brightness) }}>
      <Canvas
        key={`${scene.name} ${runs}`}
        label={text}
        desk={desk}
        now={now}
        runs={runs}
        onShown={(shown) => setText(describeScene(shown))}
      />
    </span>
  )
}
