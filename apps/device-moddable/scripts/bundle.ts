// Turns src into one module a file, as the device loads them: several modules that the SDK can keep in flash, none that
// holds what another holds. The SDK neither resolves packages nor tree-shakes, so each workspace package becomes one.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build, transform } from 'esbuild'

const app = fileURLToPath(new URL('..', import.meta.url))

const WIRE = '@codexbar/protocol/wire'
const DISPLAY = '@codexbar/display'

/** The SDK's XS takes newer syntax too; the XS of the tests does not. Text stays UTF-8: an escape is a longer string. */
const common = {
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  charset: 'utf8',
  mainFields: ['module', 'main'],
  conditions: ['codexbar-source'],
  logLevel: 'warning',
  absWorkingDir: app,
} satisfies BuildOptions

/**
 * Writes the firmware's modules to `outdir`: src/**, and under packages/ the display and what both use of the wire. A
 * source of nothing but types is no module. `outdir` is emptied first.
 * Resolves to the paths written, relative to `outdir`.
 */
export async function bundle(outdir = join(app, 'dist/modules')): Promise<string[]> {
  await rm(outdir, { recursive: true, force: true })
  const files = await readdir(join(app, 'src'), { recursive: true })
  const entryPoints = files.filter((file) => /(?<!\.d)\.ts$/.test(file)).map((file) => `src/${file}`)
  const { outputFiles } = await build({ ...common, entryPoints, outbase: 'src', outdir, write: false })
  const modules = new Map(outputFiles.map(({ path, text }) => [relative(outdir, path), text]))
  for (const [path, text] of modules) if (text === '') modules.delete(path)
  modules.set('packages/display.js', await bundlePackage(`export * from '${DISPLAY}'`, [WIRE]))
  const used = namesFrom(WIRE, [...modules.values()])
  modules.set('packages/wire.js', await bundlePackage(`export { ${used.join(', ')} } from '${WIRE}'`, []))
  for (const [path, text] of modules) {
    await mkdir(dirname(join(outdir, path)), { recursive: true })
    await writeFile(join(outdir, path), text)
  }
  return [...modules.keys()].sort()
}

/**
 * One module of a package. A bundler's `var` would take a slot of memory each, where a `const` stays in flash; a second
 * pass says where one of them is assigned to.
 */
async function bundlePackage(contents: string, external: string[]): Promise<string> {
  const stdin = { contents, resolveDir: app }
  const { outputFiles } = await build({ ...common, stdin, bundle: true, external, write: false })
  const constant = (outputFiles[0]?.text ?? '').replaceAll(/^var (?=[\w$]+ =)/gm, 'const ')
  const { warnings } = await transform(constant, { target: common.target, logLevel: 'silent' })
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'))
  return constant
}

/** Returns the names that these modules import from `module`. */
function namesFrom(module: string, texts: readonly string[]): string[] {
  const names = new Set<string>()
  for (const text of texts) {
    for (const [, list = '', from] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
      if (from !== module) continue
      for (const name of list.split(',')) names.add(name.trim().replace(/\s+as\s.*$/, ''))
    }
  }
  names.delete('')
  return [...names].sort()
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await bundle(process.argv[2])
}
