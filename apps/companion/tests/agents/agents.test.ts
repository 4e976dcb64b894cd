import { claude } from '../../src/agents/claude/index.js'
import { codex } from '../../src/agents/codex/index.js'
import { agentContract } from './agent-contract.js'

agentContract('claude', claude, 'claude-2.1.332')
agentContract('codex', codex, 'codex-0.171.0')
