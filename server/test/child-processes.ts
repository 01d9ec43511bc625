// The child processes of this one.
import { readdirSync, readFileSync } from 'node:fs'

/** The ids of those whose command line matches. */
export function childProcesses(command: RegExp): number[] {
  const tasks = readdirSync('/proc/self/task')
  const children = tasks.flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean))
  return children.filter((pid) => command.test(commandOf(pid))).map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // it has ended meanwhile
    return ''
  }
}
