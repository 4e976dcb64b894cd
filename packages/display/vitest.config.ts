import { defineProject } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineProject({
  ...source,
  test: { name: 'display', include: ['tests/**/*.test.ts'] },
})
