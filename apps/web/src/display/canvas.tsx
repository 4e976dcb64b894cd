import { type Desk, SCREEN, type Scene } from '@codexbar/display'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { measureWith } from './font.js'
import { type Show, startShow } from './show.js'

const REDUCED = matchMedia('(prefers-reduced-motion: reduce)')

/** What a canvas of the display draws, and in which time. */
export type CanvasProps = {
  /** What it shows, in words; without them it is for the eye alone. */
  label?: string
  desk: () => Desk
  now: () => number
  /** Whether the time runs that `now` tells. */
  runs?: boolean
  onShown?: (scene: Scene, brightness: number) => void
  /** Gets the show while there is one: who changes the desk refreshes it. */
  onShow?: (show: Show | undefined) => void
}

/** The display's picture, pixel for pixel. All but the label is read once, when it appears. */
export function Canvas({ label, desk, now, runs = true, onShown, onShow }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const surface = element.current?.getContext('2d')
    if (surface === null || surface === undefined) return
    let isSeen = true
    const show = startShow({
      surface,
      measure: measureWith(surface),
      desk,
      now,
      runs,
      isStill: () => REDUCED.matches || !isSeen,
      shown: onShown ?? (() => {}),
    })
    const watching = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting === true
      if (isSeen) show.refresh()
    })
    watching.observe(surface.canvas)
    onShow?.(show)
    return () => {
      onShow?.(undefined)
      watching.disconnect()
      show.end()
    }
  }, [])
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img' as const, 'aria-label': label }
  return <canvas ref={element} class="screen" width={SCREEN.width} height={SCREEN.height} {...spoken} />
}
