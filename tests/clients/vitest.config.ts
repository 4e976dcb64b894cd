import { defineConfig } from 'vitest/config'
import { skipped } from '../../vitest.skipped.js'
import { source } from '../../vitest.source.js'

export default defineConfig({
  ...source,
  test: {
    name: 'clients',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    reporters: ['default', skipped],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
