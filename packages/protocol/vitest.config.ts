import { defineProject } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineProject({
  ...source,
  test: { name: 'protocol', testTimeout: 60_000, include: ['tests/**/*.test.ts'] },
})
