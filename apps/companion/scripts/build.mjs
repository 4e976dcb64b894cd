// One bundle per entry with its dependencies inside: a start reads a few files instead of hundreds.
import { cp, rm } from 'node:fs/promises'
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

// The page is built before, by its own package. Without it the companion says that it is missing.
await rm('dist/web', { recursive: true, force: true })
await cp(new URL('dist', import.meta.resolve('@codexbar/web/package.json')), 'dist/web', { recursive: true }).catch(
  (error) => {
    if (error.code !== 'ENOENT') throw error
  },
)
