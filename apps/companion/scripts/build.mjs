// One bundle per entry with its dependencies inside: a start reads a few files instead of hundreds.
import { rm } from 'node:fs/promises'
import { build } from 'esbuild'

await rm('dist/chunks', { recursive: true, force: true })
await build({
  entryPoints: ['src/companion.ts', 'src/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  // Some packages are bundled from their ES modules: what is built for `require` does not run in one.
  mainFields: ['module', 'main'],
  target: 'node20',
  conditions: ['codexbar-source'],
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
})
