// Builds the firmware for a board and writes it there. Settings go to `mcconfig` as arguments and to no file of ours.
import { bundle } from './bundle.js'
import { readFlashArguments } from './flash-arguments.js'
import { buildFor, sdkMissing } from './mcconfig.js'
import { runAsCommand } from './run-as-command.js'

await runAsCommand(async () => {
  const read = readFlashArguments(process.argv.slice(2))
  if (!read.ok) throw new Error(read.message)
  const missing = sdkMissing(process.env) ?? idfMissing(process.env)
  if (missing !== undefined) throw new Error(missing)
  await bundle()
  const { platform, config, debug } = read
  await buildFor(platform, { config, debug, deploy: true, quiet: false })
})

function idfMissing({ IDF_PATH }: NodeJS.ProcessEnv): string | undefined {
  if (IDF_PATH) return undefined
  return [
    'A board is built with ESP-IDF, which is not set up in this shell: IDF_PATH is not set.',
    'Install it as https://github.com/Moddable-OpenSource/moddable/blob/public/documentation/devices/esp32.md says,',
    'and run `source $IDF_PATH/export.sh` in this shell. docs/hardware.md says it step by step.',
  ].join('\n')
}
