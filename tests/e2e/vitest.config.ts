import { defineProject } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineProject({
  ...source,
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    globalSetup: ['./build-companion.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
