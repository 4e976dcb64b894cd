/** Runs a command of this package. What keeps it from its work is one message, and the exit code 1. */
export async function report(run) {
  try {
    await run()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
