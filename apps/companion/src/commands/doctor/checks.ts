import type { Check } from './check.js'
import { checkClock } from './clock.js'
import { checkCompanion } from './companion.js'
import { checkDevices } from './devices.js'
import { checkHome } from './home.js'
import { checkAgents, checkHookFiles } from './hooks.js'
import { checkLastEvents } from './last-event.js'
import { checkPushes } from './pushes.js'
import { checkQuota } from './quota.js'
import { checkSettings } from './settings.js'
import { checkCurl, checkNode } from './tools.js'

/** Everything the doctor looks at, in the order it is shown. A new check is a new row. */
export const CHECKS: readonly Check[] = [
  { id: 'node', run: checkNode },
  { id: 'curl', run: checkCurl },
  { id: 'home', run: checkHome },
  { id: 'settings', run: checkSettings },
  { id: 'companion', run: checkCompanion },
  { id: 'clock', run: checkClock },
  { id: 'devices', run: checkDevices },
  { id: 'hooks', run: checkHookFiles },
  { id: 'agents', run: checkAgents },
  { id: 'events', run: checkLastEvents },
  { id: 'quota', run: checkQuota },
  { id: 'pushes', run: checkPushes },
]
