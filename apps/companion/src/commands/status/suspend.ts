/**
 * Calls `leave` before the terminal stops this process (Ctrl-Z), and `enter` when it goes on. Returns what ends that.
 */
export function onSuspend(leave: () => void, enter: () => void): () => void {
  const stop = (): void => {
    leave()
    process.kill(process.pid, 'SIGSTOP')
  }
  process.on('SIGTSTP', stop)
  process.on('SIGCONT', enter)
  return () => {
    process.off('SIGTSTP', stop)
    process.off('SIGCONT', enter)
  }
}
