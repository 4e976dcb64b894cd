import { defineProject } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineProject({ ...source, test: { name: 'contract', testTimeout: 60_000, include: ['**/*.test.ts'] } })
