import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const ACCOUNT = 'acct-made-up'

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')

/** A token that is good for an hour where nobody checks its signature. */
const madeUpToken = (): string => {
  const identity = { chatgpt_account_id: ACCOUNT, chatgpt_plan_type: 'plus', chatgpt_user_id: 'user-made-up' }
  const claims = { exp: Math.floor(Date.now() / 1_000) + 3_600, 'https://api.openai.com/auth': identity }
  return `${part({ alg: 'none' })}.${part(claims)}.${part({})}`
}

/** A loopback server in the place of ChatGPT's, which knows nothing but this body of `/wham/usage`. */
export const startChatGpt = async (usage: object) => {
  const server = createServer((request, response) => {
    const isUsage = request.method === 'GET' && request.url === '/backend-api/wham/usage'
    response.writeHead(isUsage ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isUsage ? usage : {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/backend-api`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs a made-up person in at that ChatGPT, as `codex login` would. */
export const signInToChatGpt = async (home: string, url: string): Promise<void> => {
  const token = madeUpToken()
  const tokens = { id_token: token, access_token: token, refresh_token: 'made-up', account_id: ACCOUNT }
  const auth = { auth_mode: 'chatgpt', OPENAI_API_KEY: null, tokens, last_refresh: new Date().toISOString() }
  await mkdir(join(home, '.codex'), { recursive: true })
  await writeFile(join(home, '.codex', 'auth.json'), JSON.stringify(auth), { mode: 0o600 })
  const config = `chatgpt_base_url = "${url}"\ncheck_for_update_on_startup = false\n\n[analytics]\nenabled = false\n`
  await writeFile(join(home, '.codex', 'config.toml'), config)
}
