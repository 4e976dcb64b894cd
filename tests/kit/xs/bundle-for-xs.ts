import { build } from 'esbuild'

/**
 * Bundles a module from source into one script that leaves the module's exports in the global `name`. ES2022 is what
 * the engine's parser takes.
 */
export async function bundleForXs(entry: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: name,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['codexbar-source'],
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  })
  const script = outputFiles[0]?.text
  if (script === undefined) throw new Error(`Nothing came of bundling ${entry}.`)
  return script
}
