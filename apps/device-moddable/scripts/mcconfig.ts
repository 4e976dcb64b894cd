// Runs `mcconfig` of the person's own Moddable SDK on the firmware.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the manifest. It has no package.json: some tools of the SDK take such a folder for another kind of app. */
export const FIRMWARE = fileURLToPath(new URL('../firmware', import.meta.url))

const INSTALL =
  'https://github.com/Moddable-OpenSource/moddable/blob/public/documentation/Moddable%20SDK%20-%20Getting%20Started.md'

type Environment = Readonly<Record<string, string | undefined>>

/** How to build: `config` holds settings (`key=value`), `output` is the folder to build in. */
export type BuildOptions = {
  debug?: boolean
  make?: boolean
  deploy?: boolean
  output?: string
  config?: readonly string[]
}

/** Returns what keeps the SDK's tools from running in `env`, and what to do, or undefined when nothing does. */
export function sdkMissing({ MODDABLE }: Environment): string | undefined {
  if (MODDABLE) return undefined
  return [
    'The firmware is built with the Moddable SDK, which is not set up in this shell: MODDABLE is not set.',
    `Install it (${INSTALL}), set MODDABLE to its folder, and put its tools (build/bin/*/release) on PATH.`,
    'docs/hardware.md says it step by step.',
  ].join('\n')
}

/**
 * The arguments of `mcconfig`. Without `deploy` it only builds: left to itself it stops every simulator that runs, and
 * starts a debugger.
 */
export function mcconfigArguments(
  platform: string,
  { debug = true, make = true, deploy = false, output, config = [] }: BuildOptions = {},
): string[] {
  return [
    ...(debug ? ['-d'] : []),
    ...(make ? ['-m'] : []),
    '-p',
    platform,
    ...(deploy ? [] : ['-t', 'build']),
    ...(output === undefined ? [] : ['-o', output]),
    ...config,
  ]
}

/**
 * Runs `mcconfig` for a platform and rejects with a sentence when it fails. `quiet` keeps what it says, resolves to that
 * and puts it into the error, without any value of `config`; else all that the SDK's tools say goes where ours goes.
 */
export async function buildFor(
  platform: string,
  {
    folder = FIRMWARE,
    env = process.env,
    quiet = true,
    ...options
  }: BuildOptions & { folder?: string; env?: Environment; quiet?: boolean } = {},
): Promise<string> {
  const child = spawn('mcconfig', mcconfigArguments(platform, options), {
    cwd: folder,
    env: { ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(`mcconfig is not on PATH: add ${join(env.MODDABLE ?? '$MODDABLE', 'build/bin/*/release')} to it.`)
          : error,
      ),
    )
    child.on('close', resolve)
  })
  const shown = withoutValues(said, options.config ?? [])
  if (code !== 0) throw new Error(`${shown}mcconfig -p ${platform} ended with ${code}.`)
  return shown
}

/** Replaces what `config` sets wherever a text repeats it. */
function withoutValues(text: string, config: readonly string[]): string {
  const values = config.map((word) => word.slice(word.indexOf('=') + 1)).filter((value) => value.length > 3)
  return values.reduce((rest, value) => rest.replaceAll(value, '...'), text)
}
