// The CPU time of the server and its database, which says more than the time of a call where other work shares the machine. Linux only.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MS_A_TICK = 10

/** `ended`: what its children used that have ended */
type Stat = { pid: number; parent: number; ms: number; ended: number }

async function statOf(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return text === ''
    ? undefined
    : {
        pid: Number(pid),
        parent: Number(rest[1]),
        ms: (Number(rest[11]) + Number(rest[12])) * MS_A_TICK,
        ended: (Number(rest[13]) + Number(rest[14])) * MS_A_TICK,
      }
}

/** Milliseconds that these processes and all processes of the database have used until now; 0 where the system does not tell. */
export async function cpuMs(dataDir: string, servers: readonly number[]): Promise<number> {
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(statOf))
  const counts = (one: Stat) => one.parent === postmaster || servers.includes(one.pid)
  return stats.reduce((sum, one) => (one ? sum + (counts(one) ? one.ms : 0) + (one.pid === postmaster ? one.ended : 0) : sum), 0)
}
