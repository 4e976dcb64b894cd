import { defineProject } from 'vitest/config'
import { source } from '../../vitest.source.js'

export default defineProject({ ...source, test: { name: 'companion', include: ['tests/**/*.test.ts'] } })
