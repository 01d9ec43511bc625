// A cluster of the drill `failover --patroni`: the files of deploy/patroni on three machines, and HAProxy before them.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programOf } from '../engines/engine.ts'
import { ask } from './database.ts'
import { freePort, type Stage } from './drill.ts'
import { type Account, type Machine, makeMachines } from './netns.ts'

const run = promisify(execFile)
const shipped = (name: string) => readFile(join(import.meta.dirname, '../../deploy/patroni', name), 'utf8')
const NAMES = ['n1', 'n2', 'n3']
const DISK_MB = 1_200
/** what the watch of the disks leaves */
const FREE_MB = 64
const ASK_MS = 2_000
const LOOK_MS = 250
const READY_MS = 180_000
const PROGRAMS = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', curl: 'curl', ip: 'iproute2', setpriv: 'util-linux' }

type Member = { name: string; role: string; state: string; lag?: number | string }
export type Cluster = {
  /** through HAProxy */
  url: string
  leader: () => Promise<Machine>
  /** Starts the programs of a machine whose processes have ended. */
  start: (machine: Machine) => void
  /** Resolves when there is a leader, and both others follow, one of them in step with each commit. */
  whole: () => Promise<void>
}

/** Fails with what is to be installed. */
async function programs(): Promise<{ binaries: string; account: Account }> {
  const missing = Object.entries(PROGRAMS).filter(([name]) => programOf(name) === undefined)
  if (missing.length > 0) throw new Error(`not installed: apt-get install ${missing.map(([, name]) => name).join(' ')}`)
  if (process.getuid?.() !== 0) throw new Error('network namespaces need root')
  const { stdout: config } = await run('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin/pg_rewind | tail -1']).catch(() => ({ stdout: '' }))
  if (config.trim() === '') throw new Error('not installed: apt-get install postgresql')
  const idOf = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout)
  return { binaries: dirname(config.trim()), account: { uid: await idOf('-u'), gid: await idOf('-g') } }
}

/** The lines of a shipped file of variables. */
const variables = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** With the addresses of the drill in place of the documented ones. */
const placed = (text: string, machines: readonly Machine[]) =>
  machines.reduce((all, { address }, at) => all.replaceAll(`10.0.0.1${at + 1}`, address), text)

async function membersBy(machine: Machine): Promise<Member[]> {
  const reply = await fetch(`http://${machine.address}:8008/cluster`, { signal: AbortSignal.timeout(ASK_MS) })
  return ((await reply.json()) as { members: Member[] }).members
}

/** What the first machine that answers says. */
const members = (machines: readonly Machine[]) => Promise.any(machines.map(membersBy)).catch(() => [])

const isWholeView = (all: Member[]) =>
  all.every(({ state }) => ['running', 'streaming'].includes(state)) &&
  all
    .map(({ role }) => role)
    .toSorted()
    .join(' ') === 'leader replica sync_standby'

async function until(what: string, stage: Stage, test: () => Promise<boolean>) {
  const give = performance.now() + READY_MS
  while (!(await test().catch(() => false))) {
    stage.signal.throwIfAborted()
    if (performance.now() > give) throw new Error(`${what} took longer than ${READY_MS / 1_000} s`)
    await sleep(LOOK_MS)
  }
}

async function startProxy(stage: Stage, folder: string, machines: readonly Machine[]): Promise<number> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, placed(await shipped('haproxy.cfg'), machines).replace('127.0.0.1:5000', `127.0.0.1:${port}`))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  stage.atEnd(async () => {
    const exit = once(child, 'exit')
    if (child.kill('SIGKILL')) await exit
  })
  return port
}

/** Starts etcd, Patroni and PostgreSQL on three machines; all of it ends with the drill. @returns when commits are in step with a standby */
export async function startCluster(stage: Stage): Promise<Cluster> {
  const { binaries, account } = await programs()
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-patroni-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const machines = await makeMachines(stage, NAMES, { folder, account, diskMb: DISK_MB })
  const watch = join(import.meta.dirname, '../../deploy/patroni/disk-watch.sh')
  const [yaml, env] = [await shipped('patroni.yml'), await shipped('node.env')]
  const config = join(folder, 'patroni.yml')
  await writeFile(config, yaml)
  const envOf = (machine: Machine): Record<string, string> => {
    const own = placed(
      env.replaceAll('=n1\n', `=${machine.name}\n`).replaceAll(/(http:\/\/|ADDRESS=)10\.0\.0\.11(?=:\d+$)/gm, `$1${machine.address}`),
      machines,
    )
    return {
      ...variables(own),
      PATRONI_POSTGRESQL_BIN_DIR: binaries,
      PATRONI_POSTGRESQL_DATA_DIR: join(machine.folder, 'database'),
      ETCD_DATA_DIR: join(machine.folder, 'etcd'),
    }
  }
  const start = (machine: Machine) => {
    machine.start('etcd', [], envOf(machine))
    machine.start('patroni', [config], envOf(machine))
    machine.start('sh', [watch], { ...envOf(machine), FREE_MB: String(FREE_MB) })
  }
  for (const machine of machines) start(machine)
  const port = await startProxy(stage, folder, machines)
  const { PATRONI_SUPERUSER_PASSWORD: password = '' } = variables(env)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const whole = () =>
    until('the cluster', stage, async () => {
      // a machine that has just come back tells what it knew before, also by the key that it renews
      const views = await Promise.all(machines.map(membersBy))
      const leaders = new Set(views.map((all) => all.find(({ role }) => role === 'leader')?.name))
      const streaming = "select from pg_stat_replication where state = 'streaming' having count(*) = 2"
      return views.every(isWholeView) && leaders.size === 1 && (await ask(url, streaming)).length === 1
    })
  await whole()
  const leader = async () => {
    const name = (await members(machines)).find(({ role }) => role === 'leader')?.name
    const found = machines.find((one) => one.name === name)
    if (!found) throw new Error('there is no leader')
    return found
  }
  return { url, leader, start, whole }
}
