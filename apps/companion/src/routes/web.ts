import type { WebFile } from '../shell/web-files.js'
import { NOT_FOUND, refused } from './answer.js'
import { isNamed } from './entity-tag.js'
import { AGAIN, PAGE_HEADERS, plainPage } from './page.js'
import type { Route } from './route.js'

/** What is in this folder has its content's hash in its name: another content is another file. */
const HASHED = '/assets/'

/** `GET /` and everything that no other endpoint is at: the files of the web page. */
export function webRoute(files: ReadonlyMap<string, WebFile>): Route {
  return {
    method: 'GET',
    path: '*',
    needs: 'open',
    handle(c, { headers }) {
      const { path } = c.req
      const file = files.get(path)
      if (file !== undefined) return send(path, file, headers['if-none-match'])
      if (path === '/') return plainPage('not-built')
      return refused(NOT_FOUND)
    },
    refuse(c, refusal) {
      if (c.req.path !== '/' || refusal.error !== 'unauthorized') return refused(refusal)
      const mayHideCookie = c.req.query('again') === undefined && isFromElsewhere(c.req.header('sec-fetch-site'))
      return plainPage('not-let-in', mayHideCookie ? AGAIN : undefined)
    },
  }
}

/** Over plain HTTP to another machine a browser does not say where it comes from. */
function isFromElsewhere(site: string | undefined): boolean {
  return site === undefined || site === 'cross-site'
}

function send(path: string, { body, type, etag }: WebFile, known: string | string[] | undefined): Response {
  const keep = path.startsWith(HASHED) ? 'max-age=31536000, immutable' : 'no-cache'
  const headers = { ...PAGE_HEADERS, 'cache-control': keep, etag }
  if (isNamed(known, etag)) return new Response(null, { status: 304, headers: { ...headers, 'content-length': '0' } })
  return new Response(new Uint8Array(body), { headers: { ...headers, 'content-type': type } })
}
