import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { projects: ['packages/*', 'apps/*', 'tests/contract', 'tests/e2e'] },
})
