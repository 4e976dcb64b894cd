import { defineConfig } from 'vitest/config'
import { skipped } from './vitest.skipped.js'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'tests/contract', 'tests/e2e'],
    reporters: ['default', skipped],
  },
})
