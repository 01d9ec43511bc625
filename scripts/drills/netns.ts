// Three machines in network namespaces: each with an address, a line that can be cut, a disk of its own, and processes that can be killed and frozen.
import { execFile, spawn } from 'node:child_process'
import { appendFile, chown, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Stage } from './drill.ts'

const run = promisify(execFile)
const MB = 1_024 * 1_024
const LOOK_MS = 100
const LOOKS = 100
export type Account = { uid: number; gid: number }

export type Machine = {
  name: string
  address: string
  /** its disk */
  folder: string
  /** Starts a program there; its output goes to a file beside the disk. */
  start: (program: string, args: string[], env: Record<string, string>) => void
  signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>
  /** all of its processes have ended */
  gone: () => Promise<void>
  cutLine: () => Promise<void>
  joinLine: () => Promise<void>
  fillDisk: () => Promise<void>
  clearDisk: () => Promise<void>
}

const ip = (...args: string[]) => run('ip', args)

/** Removes something that may be gone. */
const quietly = (...args: string[]) => ip(...args).catch(() => undefined)

async function fill(folder: string) {
  const file = await open(join(folder, 'filler'), 'w')
  const { bavail, bsize } = await statfs(folder)
  const block = Buffer.alloc(MB)
  try {
    for (let left = Math.ceil((bavail * bsize) / MB) + 1; left > 0; left--) await file.writeFile(block)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}

type Place = { folder: string; account: Account; diskMb: number }
/** Names of one drill: of the bridge, of a machine's space and of both ends of its line. */
const tag = `sy${process.pid % 10_000}`
const net = `10.${100 + (process.pid % 100)}.0`
const bridge = `${tag}b`

/** A disk, a space of the network, and a line from it to the bridge. @returns the name of the line's outer end */
async function wire(
  stage: Stage,
  at: number,
  { disk, address, diskMb, account }: Omit<Place, 'folder'> & { disk: string; address: string },
) {
  const [space, outer, inner] = [`${tag}n${at}`, `${tag}o${at}`, `${tag}i${at}`]
  await mkdir(disk)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk])
  stage.atEnd(() => run('umount', ['-l', disk]))
  await chown(disk, account.uid, account.gid)
  await ip('netns', 'add', space)
  stage.atEnd(() => quietly('netns', 'del', space))
  await ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner)
  await ip('link', 'set', inner, 'netns', space)
  await ip('link', 'set', outer, 'master', bridge, 'up')
  await ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', inner)
  for (const line of [inner, 'lo']) await ip('-n', space, 'link', 'set', line, 'up')
  return { space, outer }
}

/** Its processes in its space. */
function processesOf(space: string) {
  const pids = async () =>
    (await ip('netns', 'pids', space)).stdout
      .split('\n')
      .filter((one) => one !== '')
      .map(Number)
  return {
    async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
      for (const pid of await pids()) {
        try {
          process.kill(pid, signal)
        } catch {
          // it ended by itself
        }
      }
    },
    async gone() {
      for (let look = 0; look < LOOKS && (await pids()).length > 0; look++) await sleep(LOOK_MS)
    },
  }
}

async function makeMachine(stage: Stage, name: string, at: number, { folder, account, diskMb }: Place): Promise<Machine> {
  const [disk, address] = [join(folder, name), `${net}.${11 + at}`]
  const { space, outer } = await wire(stage, at, { disk, address, diskMb, account })
  const processes = processesOf(space)
  stage.atEnd(async () => {
    await processes.signal('SIGKILL')
    await processes.gone()
  })
  const as = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  return {
    name,
    address,
    folder: disk,
    ...processes,
    start(program, args, env) {
      const all = { PATH: process.env.PATH ?? '', HOME: disk, LC_ALL: 'C.UTF-8', ...env }
      const line = ['netns', 'exec', space, 'setpriv', ...as, program, ...args]
      const child = spawn('ip', line, { env: all, cwd: disk, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => void appendFile(join(folder, `${name}.log`), text))
    },
    cutLine: async () => void (await ip('link', 'set', outer, 'down')),
    joinLine: async () => void (await ip('link', 'set', outer, 'up')),
    fillDisk: () => fill(disk),
    clearDisk: () => rm(join(disk, 'filler'), { force: true }),
  }
}

/**
 * Makes machines on a bridge; everything is removed at the end of the drill. Needs root.
 * @param place `folder`: where their disks are mounted; `account`: of their programs; `diskMb`: the size of each disk
 */
export async function makeMachines(stage: Stage, names: string[], place: Place): Promise<Machine[]> {
  stage.atEnd(() => quietly('link', 'del', bridge))
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  const machines: Machine[] = []
  for (const [at, name] of names.entries()) machines.push(await makeMachine(stage, name, at, place))
  return machines
}
