/** How long a browser stays let in (s). */
export const COOKIE_LIFETIME_S = 180 * 24 * 3600

/** Returns the value of a cookie in a `Cookie` header, `undefined` when it is not there. */
export function cookieIn(header: string | string[] | undefined, name: string): string | undefined {
  if (typeof header !== 'string') return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/**
 * Returns the `Set-Cookie` header that lets a browser in: out of the reach of scripts, and not sent along by other
 * sites' pages.
 */
export function entryCookie(name: string, token: string, isSecure: boolean): string {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${COOKIE_LIFETIME_S}`]
  return [`${name}=${token}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/**
 * Whether the cookie of who came by this `Host` is kept to HTTPS: it is the host of a `baseUrl` with `https:`. A proxy
 * may leave the port out; another port is another way in, without HTTPS.
 */
export function isKeptToHttps(host: string | string[] | undefined, baseUrl: string | undefined): boolean {
  if (typeof host !== 'string' || baseUrl === undefined) return false
  const base = new URL(baseUrl)
  const [, name, port] = /^(.*?)(?::(\d*))?$/.exec(host.toLowerCase()) ?? []
  if (base.protocol !== 'https:' || name !== base.hostname) return false
  return port === undefined || port === '' || port === (base.port || '443')
}
