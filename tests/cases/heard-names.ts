import { createDesk, type Desk, type DeskInput, type Scene, sceneOf, updateDesk } from '@codexbar/display'
import { measureDevice } from '@codexbar/display/scenes'

const wide = (text: string) => text.repeat(Math.ceil(64 / [...text].length))

/** Names of 64 characters and more, by the script that they are in. */
export const NAMES = {
  ascii: wide('api-gateway-2026'),
  Chinese: wide('修复登录问题'),
  Cyrillic: wide('объектщ'),
  accents: wide('Äßœ½Ữ'),
  emoji: wide('🚀👩‍💻'),
  private: wide('\u{f0000}'),
  'a hostile companion': '修ラщ🚀'.repeat(325),
} as const

/** Returns a display that heard of three sessions of one name which wait at each agent, as a status says it. */
export function hearName(name: keyof typeof NAMES): Desk {
  const text = NAMES[name]
  const attention = { count: 3, primary_project: text, projects: [text, text, text], reason: 'question', updated_at: 1 }
  const waiting = { state: 'needs_user' as const, ...attention, epoch: 1 }
  const providers = [
    { name: 'Claude' as const, attention: waiting },
    { name: 'Codex' as const, attention: waiting },
  ]
  const input: DeskInput = { is: 'status', from: 0, status: { ok: true, updated_at: 1, providers } }
  return updateDesk(
    createDesk({ companions: [{ label: 'mac', hasToken: true }], brightness: 100, hasWifi: true }, 0),
    input,
    0,
  ).desk
}

/** Returns what that display shows, as it is asked every second. */
export function seeName(desk: Desk): Scene {
  return sceneOf(desk, 1000, measureDevice)
}
