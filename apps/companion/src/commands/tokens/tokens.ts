import { NAME_LIMIT, plainLine, type Token } from '@codexbar/protocol/wire'
import { type Command, LINE_LIMIT } from '../command.js'
import { connectTo, findCompanion } from '../companion-place.js'
import { launcherOf } from '../launcher.js'
import { renderTokens } from './render.js'

/** `codexbar tokens`: who was let in, and how to take that back. */
export const tokens: Command = {
  options: {
    revoke: { type: 'string', value: 'ID_OR_NAME', summary: 'Revoke one; what it holds open ends at once.' },
    json: { type: 'boolean', summary: 'Print JSON. Programs call pnpm -s codexbar tokens --json.' },
  },
  async run(values, { env, out, err, signal, now }) {
    const client = connectTo(await findCompanion(env))
    const list = await client.tokens({ signal })
    if (typeof values.revoke === 'string') {
      const found = tokenNamed(list.tokens, values.revoke)
      if ('problem' in found) {
        err.write(`codexbar: ${plainLine(found.problem, LINE_LIMIT)}\n`)
        return 1
      }
      await client.revokeToken(found.id, { signal })
      const revoked = { ok: true, revoked: found.id }
      out.write(
        values.json === true ? `${JSON.stringify(revoked)}\n` : `"${plainLine(found.name, NAME_LIMIT)}" is revoked.\n`,
      )
      return 0
    }
    if (values.json === true) out.write(`${JSON.stringify(list, undefined, 2)}\n`)
    else if (list.tokens.length > 0) for (const line of renderTokens(list.tokens, now())) out.write(`${line}\n`)
    else out.write(`Nothing is paired. Pair a display: ${launcherOf(env)} codexbar pair device\n`)
    return 0
  },
}

/**
 * Returns the token of an id, else the one of that name, also as it was typed when it was paired; with several of one
 * name only an id will do.
 */
function tokenNamed(list: readonly Token[], wanted: string): Token | { problem: string } {
  const byId = list.find(({ id }) => id === wanted)
  if (byId !== undefined) return byId
  const [first, ...others] = list.filter(({ name }) => name === wanted || name === plainLine(wanted, NAME_LIMIT))
  if (first === undefined) return { problem: `There is no token "${wanted}".` }
  if (others.length === 0) return first
  const ids = [first, ...others].map(({ id }) => id).join(', ')
  return { problem: `Several are called "${wanted}": say which by its id: ${ids}.` }
}
