/** Runs a command of this package. What keeps it from its work is one message, and the exit code 1. */
export async function runAsCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
