import type { WebFile } from '../shell/web-files.js'
import { NOT_FOUND, refused } from './answer.js'
import { isNamed } from './entity-tag.js'
import { PAGE_HEADERS, plainPage } from './page.js'
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
    refuse: (c, refusal) =>
      c.req.path === '/' && refusal.error === 'unauthorized' ? plainPage('not-let-in') : refused(refusal),
  }
}

function send(path: string, { body, type, etag }: WebFile, known: string | string[] | undefined): Response {
  const keep = path.startsWith(HASHED) ? 'max-age=31536000, immutable' : 'no-cache'
  const headers = { ...PAGE_HEADERS, 'cache-control': keep, etag }
  if (isNamed(known, etag)) return new Response(null, { status: 304, headers: { ...headers, 'content-length': '0' } })
  return new Response(new Uint8Array(body), { headers: { ...headers, 'content-type': type } })
}
