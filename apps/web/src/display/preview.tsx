import type { Scene } from '@codexbar/display'
import { useEffect, useRef, useState } from 'preact/hooks'
import { browserClock } from '../live/clock.js'
import { lightOf } from './backlight.js'
import { Canvas } from './canvas.js'
import { announceScene, describeScene } from './describe-scene.js'
import type { DeskKeeper } from './desk-keeper.js'
import type { Show } from './show.js'
import { keyPoint, touchPoint } from './touch-point.js'

/** The display as the device draws it; a click touches it. */
export function Preview({ keeper }: { keeper: DeskKeeper }) {
  const [text, setText] = useState('')
  const [news, setNews] = useState('')
  const [brightness, setBrightness] = useState(100)
  const show = useRef<Show | undefined>(undefined)
  const scene = useRef<Scene | undefined>(undefined)
  useEffect(() => keeper.onChange(() => show.current?.refresh()), [keeper])

  const touch = (event: MouseEvent & { currentTarget: HTMLElement }): void => {
    const isKey = event.detail === 0
    const canvas = event.currentTarget.querySelector('canvas')
    if (canvas === null) return
    const point = isKey ? keyPoint(scene.current) : touchPoint(event, canvas.getBoundingClientRect())
    keeper.tell({ is: 'touched', ...point })
  }

  return (
    <figure class="device" aria-label="The display">
      <button type="button" class="glass" onClick={touch} aria-label="Touch the display" aria-describedby="shown">
        <span class="lit" style={{ '--light': lightOf(brightness) }}>
          <Canvas
            desk={keeper.get}
            now={browserClock.now}
            onShow={(current) => {
              show.current = current
            }}
            onShown={(shown, level) => {
              scene.current = shown
              setText(describeScene(shown))
              setNews(announceScene(shown))
              setBrightness(level)
            }}
          />
        </span>
      </button>
      <figcaption>
        <span>The display, 320 × 240. Click it to touch it.</span>
        <span class="backlight">Backlight {brightness} %</span>
      </figcaption>
      <p id="shown" class="unseen">
        {text}
      </p>
      <p class="unseen" aria-live="polite">
        {news}
      </p>
    </figure>
  )
}
