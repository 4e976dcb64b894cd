import type { Stage } from './stage.js'

/** The tag of what is shown now. */
export async function tagOf(companion: Stage): Promise<string> {
  return (await companion.get('/status')).headers.get('etag') ?? ''
}
