const tasks = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Runs `task` each second until the returned function is called. However many tasks there are, they share a timer. */
export function secondly(task: () => void): () => void {
  tasks.add(task)
  timer ??= setInterval(() => {
    for (const each of tasks) each()
  }, 1_000)
  return () => {
    tasks.delete(task)
    if (tasks.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
