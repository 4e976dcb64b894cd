import { type Box, gaugeBoxes, LAYOUT, mix, type Scene, THEME } from '@codexbar/display'
import { describe, expect, test } from 'vitest'
import type { Surface } from '../src/display/brush.js'
import { cssColour } from '../src/display/colour.js'
import { FACES } from '../src/display/font.js'
import { moves } from '../src/display/moves.js'
import { paint } from '../src/display/painter.js'
import { gauge, gaugesScene, section } from './scene.js'

type Stroke =
  | { is: 'rect'; box: Box; colour: unknown }
  | { is: 'text'; text: string; x: number; y: number; align: string; font: string; colour: unknown }
  | { is: 'disc' | 'ring'; x: number; y: number; radius: number; colour: unknown }

/** Paints a scene on a surface that keeps what was drawn on it. */
function strokesOf(scene: Scene, now = 0, still = false): Stroke[] {
  const strokes: Stroke[] = []
  let circle = { x: 0, y: 0, radius: 0 }
  const surface: Surface = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    font: '',
    textAlign: 'start',
    textBaseline: 'top',
    fillRect: (x, y, width, height) =>
      void strokes.push({ is: 'rect', box: { x, y, width, height }, colour: surface.fillStyle }),
    fillText: (text, x, y) =>
      void strokes.push({
        is: 'text',
        text,
        x,
        y,
        align: surface.textAlign,
        font: surface.font,
        colour: surface.fillStyle,
      }),
    beginPath() {},
    arc(x, y, radius) {
      circle = { x, y, radius }
    },
    fill: () => void strokes.push({ is: 'disc', ...circle, colour: surface.fillStyle }),
    stroke: () => void strokes.push({ is: 'ring', ...circle, colour: surface.strokeStyle }),
  }
  paint(surface, scene, now, still)
  return strokes
}

const [CLAUDE, CODEX] = LAYOUT.sections

describe('each text is written in its own place, font and colour', () => {
  const claude = section({
    badge: '2 waiting',
    headline: 'api',
    gauges: [gauge(), gauge({ label: 'week', percent: '--' })],
  })
  const codex = section({ name: 'Codex', note: 'no quota known' })
  const row = gaugeBoxes(0, 0, 2)
  test.each<[string, Box, 'left' | 'right', keyof typeof FACES, number]>([
    ['Claude', CLAUDE.name, 'left', 'title', 0x101112],
    ['2 waiting', CLAUDE.badge, 'right', 'body', 0x202122],
    ['api', CLAUDE.headline, 'left', 'title', 0x303132],
    ['5h', row.label, 'left', 'body', 0x040506],
    ['42%', row.percent, 'right', 'body', 0x040506],
    ['2h 5m', row.countdown, 'right', 'body', 0x040506],
    ['--', gaugeBoxes(0, 1, 2).percent, 'right', 'body', 0x040506],
    ['Codex', CODEX.name, 'left', 'title', 0x101112],
    ['no quota known', CODEX.note, 'left', 'body', 0x404142],
    ['live', LAYOUT.footer.left, 'left', 'body', 0x505152],
    ['12:05', LAYOUT.footer.right, 'right', 'body', 0x505152],
  ])('%s', (text, box, align, font, colour) => {
    const found = strokesOf(gaugesScene(claude, codex)).find((stroke) => stroke.is === 'text' && stroke.text === text)
    expect(found).toMatchObject({
      x: align === 'left' ? box.x : box.x + box.width,
      align,
      font: FACES[font].css,
      colour: cssColour(colour),
    })
    const { y } = found as Extract<Stroke, { is: 'text' }>
    expect(y).toBeGreaterThan(box.y + box.height / 2)
    expect(y).toBeLessThanOrEqual(box.y + box.height)
  })
})

describe('a gauge', () => {
  test.each([0, 1, 42, 100])('filled by %d px', (fill) => {
    const { bar } = gaugeBoxes(1, 0, 1)
    const rects = strokesOf(gaugesScene(section(), section({ gauges: [gauge({ fill })] }))).filter(
      ({ is }) => is === 'rect',
    )
    expect(rects).toContainEqual({ is: 'rect', box: bar, colour: cssColour(THEME.faint) })
    expect(rects).toContainEqual({ is: 'rect', box: { ...bar, width: fill }, colour: '#010203' })
  })
})

describe('what glows', () => {
  const COLOUR = 0xff8040
  const accentAt = (accent: { motion: 'still' | 'pulse'; rest: number }, now: number, still = false): unknown =>
    strokesOf(gaugesScene(section({ since: 5_000, accent: { ...accent, color: COLOUR } })), now, still).find(
      (stroke) => stroke.is === 'rect' && stroke.box.x === CLAUDE.accent.x,
    )
  const lit = (level: number) => ({
    is: 'rect',
    box: CLAUDE.accent,
    colour: cssColour(mix(THEME.background, COLOUR, level)),
  })

  test.each<[string, Parameters<typeof accentAt>, number]>([
    ['rests at its level', [{ motion: 'still', rest: 0.7 }, 9_999], 0.7],
    ['is not there at 0', [{ motion: 'still', rest: 0 }, 9_999], 0],
    ['is full when its own clock begins', [{ motion: 'pulse', rest: 1 }, 5_000], 1],
    ['is low after half a pulse', [{ motion: 'pulse', rest: 1 }, 5_500], 0.45],
    ['is full again after a pulse', [{ motion: 'pulse', rest: 1 }, 6_000], 1],
    ['stays full for who wants nothing to move', [{ motion: 'pulse', rest: 1 }, 5_500, true], 1],
  ])('an accent %s', (_, args, level) => expect(accentAt(...args)).toEqual(lit(level)))

  test.each([
    ['solid', { is: 'disc', radius: 5 }],
    ['hollow', { is: 'ring', radius: 4 }],
  ] as const)('a %s dot stands in the middle of its box, behind the name', (shape, stroke) => {
    const dot = { shape, motion: 'still', rest: 1, color: COLOUR } as const
    const [found] = strokesOf(gaugesScene(section({ dotX: 90, dot }))).filter(
      ({ is }) => is === 'disc' || is === 'ring',
    )
    expect(found).toEqual({ ...stroke, x: 96, y: CLAUDE.dot.y + 6, colour: cssColour(COLOUR) })
  })
})

test('the set-up screen shows its lines and no section', () => {
  const setup = { title: 'No companion', lines: ['Run it:', 'pnpm dev'], note: '10.0.0.7' }
  const texts = strokesOf({ ...gaugesScene(), screen: 'setup', setup }).flatMap((stroke) =>
    stroke.is === 'text' ? [stroke.text] : [],
  )
  expect(texts).toEqual(['No companion', 'Run it:', 'pnpm dev', '10.0.0.7'])
})

describe('frames are drawn only while something moves', () => {
  const pulsing = section({ accent: { motion: 'pulse', rest: 1, color: 0 } })
  test.each<[string, Scene, boolean]>([
    ['nothing', gaugesScene(), false],
    ['a pulse', gaugesScene(section(), pulsing), true],
    ['a breath', gaugesScene(section({ dot: { shape: 'solid', motion: 'breathe', rest: 0.75, color: 0 } })), true],
    [
      'a dot that is not there',
      gaugesScene(section({ dot: { shape: 'none', motion: 'breathe', rest: 0, color: 0 } })),
      false,
    ],
    ['a pulse behind the set-up screen', { ...gaugesScene(pulsing), screen: 'setup' }, false],
  ])('%s', (_, scene, expected) => expect(moves(scene)).toBe(expected))
})
