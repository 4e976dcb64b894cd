import http from 'node:http'

/** How long an answer is waited for (ms). */
const PATIENCE = 10_000

/** Asks a server on the loopback, by POST when there is a body, and resolves to the tag of its answer once that is read. */
export function ask(
  agent: http.Agent,
  port: number,
  path: string,
  etag = '',
  body?: string,
): Promise<{ etag: string }> {
  return new Promise((resolve, reject) => {
    const headers: http.OutgoingHttpHeaders = {}
    if (etag !== '') headers['if-none-match'] = etag
    if (body !== undefined) headers['content-type'] = 'application/json'
    const method = body === undefined ? 'GET' : 'POST'
    const options = { agent, port, host: '127.0.0.1', path, method, headers, timeout: PATIENCE }
    const request = http.request(options, (response) => {
      response.resume()
      response.on('end', () => resolve({ etag: response.headers.etag ?? '' }))
    })
    request.on('timeout', () => request.destroy(new Error(`No answer to ${method} ${path}.`)))
    request.on('error', reject)
    request.end(body)
  })
}
