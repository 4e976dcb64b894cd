import { defineProject } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineProject({
  ...source,
  test: { name: 'companion', testTimeout: 60_000, include: ['tests/**/*.test.ts'] },
})
