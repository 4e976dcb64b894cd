import { readFile } from 'node:fs/promises'

/** The last process of a chain of only children, such as a client below its launcher. */
export const innermostChild = async (pid: number): Promise<number> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const first = children.trim().split(' ')[0]
  return first ? innermostChild(Number(first)) : pid
}
