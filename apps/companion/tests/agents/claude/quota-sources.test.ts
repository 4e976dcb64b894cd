import { claude } from '../../../src/agents/claude/index.js'
import { quotaSourceContract } from '../quota-source-contract.js'
import { signInto } from './dot-claude.js'

quotaSourceContract(claude, signInto)
