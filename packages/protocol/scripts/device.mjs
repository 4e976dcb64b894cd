// The device's SDK does not tree-shake: hand it one file that holds what `wire` uses of valibot and nothing else.
import { build } from 'esbuild'

await build({
  entryPoints: ['src/wire/index.ts'],
  outfile: 'dist/device/wire.js',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  logLevel: 'warning',
})
