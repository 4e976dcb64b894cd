/** Headers of everything that a browser shows: no script or style of others, in no frame, and no address passed on. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** The page, for who was sent on to it because no cookie had come along: nobody is sent on from there. */
export const AGAIN = '/?again'

/** What a browser is told that is not let in. */
const ENTRY =
  'Run <code>pnpm codexbar pair browser</code> on the machine that the companion runs on, and open its link.'

/** What is said instead of the page. A new one is a new row. */
const PLAIN_PAGES = {
  entered: { status: 200, title: 'This browser is let in', text: 'The page opens by itself.' },
  'not-let-in': { status: 401, title: 'This browser is not let in yet', text: ENTRY },
  'link-over': { status: 410, title: 'This link was used already, or is too old', text: ENTRY },
  'not-kept': {
    status: 503,
    title: 'The companion cannot let this browser in',
    text: 'It cannot read or write <code>tokens.json</code>. The link can still be used once it can.',
  },
  'too-many': {
    status: 409,
    title: 'Too many devices and browsers are let in',
    text: 'Revoke some: <code>pnpm codexbar tokens</code>. The link can still be used then.',
  },
  'not-built': {
    status: 404,
    title: 'The page is not built',
    text: 'Run <code>pnpm build</code>, then start the companion again.',
  },
} as const

/**
 * Returns a page of a few words, with `headers` beside its own. With `next` the browser goes on there by itself, as if
 * this page had sent it: a cookie of ours, which no step from another site takes along, goes with that one.
 */
export function plainPage(
  name: keyof typeof PLAIN_PAGES,
  next?: '/' | typeof AGAIN,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status, title, text } = PLAIN_PAGES[name]
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>codexbar: ${title}</title>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">Open the page</a></p>
</html>
`
  return new Response(html, {
    status,
    headers: {
      ...PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(next === undefined ? {} : { refresh: `0; url=${next}` }),
      ...headers,
    },
  })
}
