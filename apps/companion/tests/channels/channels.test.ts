import { createNtfy } from '../../src/channels/ntfy.js'
import { channelContract } from './channel-contract.js'

channelContract('ntfy', {
  create: createNtfy,
  config: (server, token_env) => ({ notify: { ntfy: { server, topic: 'mine', token_env } } }),
  severityIn: ({ body }) => (JSON.parse(body) as { priority: number }).priority,
})
