import { bearerIn, type Rules } from '../core/access.js'
import { browserName } from '../core/browser-name.js'
import { entryCookie, isKeptToHttps } from '../core/cookie.js'
import { isVisit } from '../core/visit.js'
import type { Links } from '../shell/links.js'
import type { Tokens } from '../shell/tokens.js'
import { PAGE_HEADERS, plainPage } from './page.js'
import type { Route } from './route.js'

/**
 * `GET /enter/{code}`: lets a browser in, once for each code, and goes on to the page. Whatever is not a person who
 * follows the link, such as a preview of it, uses nothing up.
 */
export function enterRoute(deps: { links: Links; tokens: Tokens; rules: Rules; baseUrl: string | undefined }): Route {
  const { links, tokens, rules, baseUrl } = deps

  return {
    method: 'GET',
    path: '/enter/:code',
    needs: 'anyone',
    handle(c, { headers }) {
      if (c.req.method === 'HEAD') return new Response(null, { headers: PAGE_HEADERS })
      if (!isVisit(headers)) {
        return new Response(null, { status: 204, headers: { ...PAGE_HEADERS, 'cache-control': 'no-store' } })
      }
      const code = c.req.param('code') ?? ''
      if (!links.holds(code)) return plainPage('link-over')
      // A browser that is let in already keeps the token it has.
      if (bearerIn({ cookie: headers.cookie }, rules) !== undefined) {
        links.drop(code)
        return plainPage('entered', '/')
      }
      const agent = headers['user-agent']
      const made = tokens.create({ kind: 'browser', name: browserName(typeof agent === 'string' ? agent : undefined) })
      if ('error' in made) return plainPage(made.error === 'limit_reached' ? 'too-many' : 'not-kept')
      links.drop(code)
      const cookie = entryCookie(rules.cookie, made.token, isKeptToHttps(headers.host, baseUrl))
      return plainPage('entered', '/', { 'set-cookie': cookie })
    },
  }
}
