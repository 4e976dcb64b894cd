// Static files that any server can hand out: names carry a hash, so all but index.html may be kept for ever.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { build } from 'esbuild'

/** The page draws the golden scenes; what they are expected to look like is for tests, and most of their bytes. */
const leanScenes = {
  name: 'lean-scenes',
  setup(build) {
    build.onLoad({ filter: /packages\/display\/scenes\/\w+\.json$/ }, async ({ path }) => {
      const scenes = JSON.parse(await readFile(path, 'utf8'))
      return { contents: JSON.stringify(scenes.map(({ expected, ...scene }) => scene)), loader: 'json' }
    })
  },
}

const { outputFiles } = await build({
  entryPoints: { page: 'src/main.tsx', icon: 'src/icon.svg' },
  outdir: 'dist/assets',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  conditions: ['codexbar-source'],
  loader: { '.woff2': 'copy', '.svg': 'copy' },
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  plugins: [leanScenes],
  write: false,
  logLevel: 'warning',
})
const page = await readFile('src/index.html', 'utf8')

await rm('dist', { recursive: true, force: true })
await mkdir('dist/assets', { recursive: true })
await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)))
await writeFile(
  'dist/index.html',
  page.replace(/\{\{(.+?)\}\}/g, (_, pattern) => `/assets/${nameOf(pattern)}`),
)

/** Returns the one built file that a pattern such as `page-*.js` means. */
function nameOf(pattern) {
  const [start, end] = pattern.split('*')
  const names = outputFiles.map(({ path }) => basename(path))
  const [name, ...others] = names.filter((name) => name.startsWith(start) && name.endsWith(end))
  if (name === undefined || others.length > 0) throw new Error(`${pattern} means no one file of ${names.join(', ')}`)
  return name
}
