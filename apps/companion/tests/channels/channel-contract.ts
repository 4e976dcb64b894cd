import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Severity } from '@codexbar/protocol/wire'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CreateChannel } from '../../src/channels/channel.js'
import type { Push } from '../../src/core/notify.js'
import { type ConfigInput, checkConfig } from '../../src/shell/config.js'

/** One request that the service of a channel got. */
export type Got = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders; body: string }

/** A channel under test: how it is set up for a service at `server`, and how its service reads a severity. */
export type Subject = {
  create: CreateChannel
  config(server: string, tokenEnv: string): ConfigInput
  severityIn(got: Got): number
}

const PUSH: Push = {
  id: 'Claude/s1#private.1',
  key: 'Claude/s1',
  title: 'Claude waiting: api',
  message: 'Permission needed',
  severity: 'high',
  provider: 'Claude',
}
const SEVERITIES: readonly Severity[] = ['low', 'normal', 'high', 'urgent']

/** A service that answers each request with `status`, or never. */
async function service(status: number | 'never', headers: Record<string, string> = {}) {
  const got: Got[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers: sent } = incoming
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      got.push({ method, url, headers: sent, body })
      if (status !== 'never') outgoing.writeHead(status, headers).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What every channel keeps to, shown against a service of its kind. */
export function channelContract(name: string, { create, config, severityIn }: Subject): void {
  function channelTo(url: string, env: Record<string, string> = {}) {
    const channel = create(checkConfig(config(url, 'TOKEN')), globalThis.fetch, env)
    if (channel === undefined) throw new Error(`${name} is not made`)
    return channel
  }
  const never = () => new AbortController().signal

  describe(`the channel ${name}`, () => {
    it('says its name', () => expect(channelTo('http://127.0.0.1:1').name).toBe(name))

    it('sends a push once', async () => {
      const { got, url } = await service(200)
      expect(await channelTo(url).send(PUSH, never())).toEqual({ ok: true })
      expect(got).toHaveLength(1)
      expect(got[0]?.body).toContain(PUSH.title)
      expect(got[0]?.body).toContain(PUSH.message)
    })

    it('tells the four severities apart, in their order', async () => {
      const { got, url } = await service(200)
      for (const severity of SEVERITIES) await channelTo(url).send({ ...PUSH, severity }, never())
      const levels = got.map(severityIn)
      expect(new Set(levels).size).toBe(4)
      expect([...levels].sort((a, b) => a - b)).toEqual(levels)
    })

    it('sends nothing of a session but its name, and its secret in no other place than a header', async () => {
      const { got, url } = await service(200)
      await channelTo(url, { TOKEN: 'tk_secret' }).send(PUSH, never())
      const { headers = {}, ...rest } = got[0] ?? {}
      expect(JSON.stringify(headers)).toContain('tk_secret')
      expect(JSON.stringify(rest)).not.toMatch(/tk_secret|private/)
    })

    it('reads its secret anew for each push', async () => {
      const { got, url } = await service(200)
      const env: Record<string, string> = {}
      const channel = channelTo(url, env)
      await channel.send(PUSH, never())
      env.TOKEN = 'tk_later'
      await channel.send(PUSH, never())
      expect(got.map(({ headers }) => JSON.stringify(headers).includes('tk_later'))).toEqual([false, true])
    })

    it.each([301, 302, 307, 308, 400, 401, 403, 404, 429, 500, 503])(
      'fails by a value at %i, and asks once',
      async (status) => {
        const elsewhere = await service(200)
        const { got, url } = await service(status, { location: elsewhere.url, 'retry-after': '0' })
        const delivery = await channelTo(url).send(PUSH, never())
        expect(delivery).toEqual({ ok: false, problem: `HTTP ${status}` })
        expect([got.length, elsewhere.got.length]).toEqual([1, 0])
      },
    )

    it('fails by a value when nobody listens', async () => {
      const delivery = await channelTo('http://127.0.0.1:1').send(PUSH, never())
      expect(delivery).toEqual({ ok: false, problem: expect.stringMatching(/^[\w ]+$/) })
    })

    it('gives up when it is told to, by a value', async () => {
      const { got, url } = await service('never')
      const abort = new AbortController()
      const sending = channelTo(url).send(PUSH, abort.signal)
      while (got.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      abort.abort()
      expect(await sending).toMatchObject({ ok: false })
    })

    it('is not made when pushes are off', () => {
      const off = checkConfig({ notify: { enabled: false } })
      expect(create(off, globalThis.fetch, {})).toBeUndefined()
    })
  })
}
