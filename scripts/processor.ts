// The processor seconds of a process and all its descendants, those that have ended included. Linux only: other systems have no /proc.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS = 100
const LOOK_MS = 1_000

type Seen = {
  parent: number
  /** ticks since the boot; tells a process from a later one with its number */
  begun: string
  /** seconds of the process itself */
  own: number
  /** seconds of its children that have ended and that it waited for */
  ended: number
  lives: boolean
}

/** What /proc says of a process; undefined if it has ended. */
function look(pid: string): Seen | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in parentheses may contain spaces
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13), begun: fields[19] ?? '', lives: true }
  } catch {
    return undefined
  }
}

/** Reads the process table once a second. A descendant that was not waited for counts with what it had at the last look. */
export class ProcessorClock {
  #seen = new Map<number, Seen>()
  #timer = process.platform === 'linux' ? setInterval(() => this.#look(), LOOK_MS) : undefined
  constructor() {
    this.#timer?.unref()
  }

  #look() {
    const now = new Map<number, Seen>()
    for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
      const found = look(name)
      if (found) now.set(Number(name), found)
    }
    const belongs = (pid: number): boolean => pid === process.pid || (now.has(pid) && belongs(now.get(pid)!.parent))
    for (const one of this.#seen.values()) one.lives = false
    for (const [pid, found] of now) {
      const known = this.#seen.get(pid)
      // a process whose parent has ended is known by its number, and keeps its place
      if (known?.begun === found.begun) Object.assign(known, found, { parent: known.parent })
      else if (belongs(pid)) this.#seen.set(pid, found)
    }
  }

  /** Seconds of this process and its descendants until now; undefined where they cannot be read. */
  secondsOf(pid: number): number | undefined {
    if (!this.#timer) return undefined
    this.#look()
    const children = Map.groupBy(this.#seen.entries(), ([, one]) => one.parent)
    const sum = (of: number): number => {
      const one = this.#seen.get(of)
      const below = (children.get(of) ?? []).map(([child, { lives }]) => ({ lives, seconds: sum(child) }))
      const secondsIf = (lives: boolean) => below.filter((child) => child.lives === lives).reduce((all, { seconds }) => all + seconds, 0)
      // those that were waited for are known by their parent exactly, also if they were too short to be seen
      return (one?.own ?? 0) + Math.max(one?.ended ?? 0, secondsIf(false)) + secondsIf(true)
    }
    return sum(pid)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
