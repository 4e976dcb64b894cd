import { defineConfig } from 'vitest/config'
import { skipped } from '../../vitest.skipped.js'
import { source } from '../../vitest.source.js'

export default defineConfig({
  ...source,
  test: {
    name: 'device-sim',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../e2e/build-companion.ts', './build-firmware.ts'],
    fileParallelism: false,
    reporters: ['default', skipped],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
