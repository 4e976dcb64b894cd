import { defineConfig } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineConfig({
  ...source,
  test: {
    name: 'clients',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    // Lists every scenario, and why one was skipped.
    reporters: ['verbose'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
