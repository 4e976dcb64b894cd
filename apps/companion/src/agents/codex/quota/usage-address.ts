/** Where ChatGPT's quota is asked for unless Codex's settings say otherwise. */
const DEFAULT_BASE = 'https://chatgpt.com/backend-api'
const BACKEND = '/backend-api'
const OWN = /^https:\/\/(chatgpt\.com|chat\.openai\.com)(?=\/|$)/
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns the address of the quota below Codex's `chatgpt_base_url`, as Codex makes it (backend-client/client.rs).
 * `undefined` for one that a token must not be sent to: anything but https, save on this machine.
 */
export function usageAddress(baseUrl: string | undefined): string | undefined {
  let base = (baseUrl?.trim() || DEFAULT_BASE).replace(/\/+$/, '')
  if (OWN.test(base) && !base.includes(BACKEND)) base += BACKEND
  if (!URL.canParse(base)) return undefined
  const { protocol, hostname, username, password, search, hash } = new URL(base)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  if (!isSafe || `${username}${password}${search}${hash}` !== '') return undefined
  return base.includes(BACKEND) ? `${base}/wham/usage` : `${base}/api/codex/usage`
}
