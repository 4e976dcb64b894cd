import { defineConfig } from 'vitest/config'
import { skipped } from '../../vitest.skipped.js'
import { source } from '../../vitest.source.js'

export default defineConfig({
  ...source,
  test: {
    name: 'xs',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['./install-engine.ts'],
    reporters: ['default', skipped],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
