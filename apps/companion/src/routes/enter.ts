import { bearerIn, type Rules } from '../core/access.js'
import { browserName } from '../core/browser-name.js'
import { entryCookie } from '../core/cookie.js'
import type { Links } from '../shell/links.js'
import type { Tokens } from '../shell/tokens.js'
import { PAGE_HEADERS, plainPage } from './page.js'
import type { Route } from './route.js'

/**
 * `GET /enter/{code}`: lets a browser in, once for each code, and goes on to the page. Asking for the headers alone, as
 * what previews links does, uses nothing up.
 */
export function enterRoute(deps: { links: Links; tokens: Tokens; rules: Rules; baseUrl: string | undefined }): Route {
  const { links, tokens, rules } = deps
  const secureHost = deps.baseUrl?.startsWith('https:') === true ? new URL(deps.baseUrl).host : undefined

  return {
    method: 'GET',
    path: '/enter/:code',
    needs: 'anyone',
    handle(c, { headers }) {
      if (c.req.method === 'HEAD') return new Response(null, { headers: PAGE_HEADERS })
      const code = c.req.param('code') ?? ''
      if (!links.holds(code)) return plainPage('link-over')
      // A browser that is let in already keeps the token it has.
      if (bearerIn({ cookie: headers.cookie }, rules) !== undefined) {
        links.drop(code)
        return goOn()
      }
      const agent = headers['user-agent']
      const made = tokens.create({ kind: 'browser', name: browserName(typeof agent === 'string' ? agent : undefined) })
      if ('error' in made) return plainPage(made.error === 'limit_reached' ? 'too-many' : 'not-kept')
      links.drop(code)
      const isSecure = secureHost !== undefined && headers.host === secureHost
      return goOn({ 'set-cookie': entryCookie(rules.cookie, made.token, isSecure) })
    },
  }
}

function goOn(headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', location: '/', ...headers },
  })
}
