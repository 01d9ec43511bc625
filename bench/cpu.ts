// Processor time by who used it: the servers, the database, the load generator. Read from /proc, so on Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostmaster } from '../server/src/kernel/postgres/postgres-cluster.ts'
import { round } from './measure.ts'

/** Seconds. */
export type CpuTime = { server: number; database: number; load: number }

/** What a series of saves cost. `perSecond`: saves in a second of processor time of the server and the database together. */
export type SaveCost = CpuTime & { perSecond: number; perDatabaseSecond: number }

const TICKS_A_SECOND = 100

type Stat = { parent: number; own: number; ended: number }

/** Ticks of a process, and of those of its children that have ended. The name in brackets may have spaces. */
function statOf(pid: number | 'self'): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (at: number) => Number(fields[at])
    return { parent: ticks(1), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
  } catch {
    return undefined
  }
}

/** Ticks of a process with all of its children. */
function ticksWithChildren(pid: number): number {
  const { own = 0, ended = 0 } = statOf(pid) ?? {}
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((one) => one?.parent === pid)
  return own + ended + children.reduce((sum, one) => sum + (one?.own ?? 0), 0)
}

/**
 * Starts counting.
 * @param dataDir the built-in database is its folder `postgres`
 * @returns reads the processor time since then; undefined where the system has no /proc. Programs that this process runs count as load once
 * they have ended.
 */
export function countCpu(dataDir: string, serverPids: readonly number[]): () => CpuTime | undefined {
  const postmaster = findPostmaster(join(dataDir, 'postgres'))?.pid
  const read = () => {
    const self = statOf('self')
    if (!self || postmaster === undefined) return undefined
    const server = serverPids.reduce((sum, pid) => sum + (statOf(pid)?.own ?? 0), 0)
    return { server, database: ticksWithChildren(postmaster), load: self.own + self.ended }
  }
  const before = read()
  return () => {
    const now = read()
    if (!before || !now) return undefined
    const seconds = (name: keyof CpuTime) => (now[name] - before[name]) / TICKS_A_SECOND
    return { server: seconds('server'), database: seconds('database'), load: seconds('load') }
  }
}

/** Seconds of processor time of a process since its start. */
export function ownCpu(pid: number | undefined): number | undefined {
  const stat = pid === undefined ? undefined : statOf(pid)
  return stat && stat.own / TICKS_A_SECOND
}

/** @returns undefined without processor time */
export function costOf(saves: number, time: CpuTime | undefined): SaveCost | undefined {
  if (!time) return undefined
  const { server, database, load } = time
  return {
    server: round(server),
    database: round(database),
    load: round(load),
    perSecond: Math.round(saves / (server + database)),
    perDatabaseSecond: Math.round(saves / database),
  }
}

/** Milliseconds of processor time of one of so many calls. */
export type CallCost = { server: number; database: number }

type Counted = { dataDir: string; servers: { pids: readonly number[] } }

/** Collects the cost of a call of each phase. */
export class PhaseCosts {
  readonly each: Record<string, CallCost> = {}
  readonly #site: Counted

  constructor(site: Counted) {
    this.#site = site
  }

  /** Runs a phase that makes `calls` calls of one kind, or as many groups of calls. */
  async of<T>(phase: string, calls: number, act: () => Promise<T>): Promise<T> {
    const cpu = countCpu(this.#site.dataDir, this.#site.servers.pids)
    const result = await act()
    const time = cpu()
    const ms = (seconds: number) => Math.round((seconds * 100_000) / calls) / 100
    if (time) this.each[phase] = { server: ms(time.server), database: ms(time.database) }
    return result
  }
}
