// Everything that a site needs is taken away, frozen and brought back under load, one after the other: nothing acknowledged is lost, no server ends.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openExam } from '../../bench/exam-setup.ts'
import { findRedis } from '../../bench/redis.ts'
import { type Random, seededRandom, shuffled } from '../../server/src/domains/paper/question/random.rules.ts'
import { startRedis } from '../../server/test/redis-stand-in.ts'
import { candidatesOf, peopleOf } from './candidates.ts'
import { type Drill, secondsSince, type Stage } from './drill.ts'
import { type ServerNode, startNodes } from './nodes.ts'
import { METRICS_TOKEN, type Office, openOffice, type Service } from './office.ts'
import { countLostSaves, type Persisting, persist } from './persist.ts'
import { makeFigure, type Room } from './room.ts'
import { openSwitch } from './switch.ts'

const STEADY_MS = 2_000
/** A fault lasts until the site says so, at least and at most so long. */
const LEAST_MS = 4_000
const MOST_MS = 25_000
const LOOK_MS = 50
const [ROOMY_MB, MIN_MB, FULL_MB] = [700, 100, 60] as const
/** Everybody saves again within this time after the fault. */
const AGAIN_SECONDS = 30
/** A call of the back office does not wait for the bus. */
const BUS_MS = 10_000
const CLOCK_SECONDS = 90

type Fault = {
  name: string
  begin: () => Promise<unknown> | void
  end: () => Promise<unknown> | void
  /** what the site is to say of it; undefined: it need not say anything */
  says?: string
  /** the longest that a call of the back office may take meanwhile */
  officeMs?: number
}

/** All of them in an order of their own, again and again. */
function* inTurns<T>(all: readonly T[], random: Random): Generator<T> {
  for (;;) yield* shuffled([...all], random)
}

const outage = (name: string, { way, restore }: Service, more: Pick<Fault, 'says' | 'officeMs'> = {}): Fault[] => [
  { name: `${name} away`, begin: () => way.turnTo([]), end: restore, ...more },
  { name: `${name} frozen`, begin: () => way.freeze(), end: () => way.thaw(), ...more },
]

type Things = {
  database: Service
  redis: Service
  office: Office
  room: Room
  clock: (seconds: number) => Promise<void>
  nodes: ServerNode[]
}

function faultsOf({ database, redis, office, room, clock, nodes }: Things, random: Random): Fault[] {
  const one = () => nodes[Math.floor(random() * nodes.length)]!
  let victim = one()
  return [
    ...outage('database', database, { says: 'readyz' }),
    ...outage('redis', redis, { says: '系统状态: bus', officeMs: BUS_MS }),
    ...outage('mail', office.mail),
    ...outage('storage', office.storage),
    { name: 'disk full', begin: () => room.leaveFree(FULL_MB), end: () => room.leaveFree(ROOMY_MB), says: '系统状态: full' },
    { name: 'clock ahead', begin: () => clock(CLOCK_SECONDS), end: () => clock(0) },
    { name: 'clock behind', begin: () => clock(-CLOCK_SECONDS), end: () => clock(0) },
    {
      name: 'server killed',
      async begin() {
        victim = one()
        await victim.kill()
      },
      end: () => victim.start(),
    },
    {
      // a deployment in the middle of an outage
      name: 'server stopped without a database',
      async begin() {
        victim = one()
        database.way.turnTo([])
        await victim.stop()
      },
      async end() {
        database.restore()
        await victim.start()
      },
    },
    {
      name: 'server frozen',
      begin() {
        victim = one()
        victim.freeze()
      },
      end: () => victim.thaw(),
    },
  ]
}

/** The longest time without an acknowledged save, in ms, from now on. */
function watchSaves(saving: Persisting) {
  let [size, at, longest] = [saving.acknowledged.size, performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - at)
    if (saving.acknowledged.size > size) [size, at] = [saving.acknowledged.size, now]
  }, LOOK_MS)
  return () => {
    clearInterval(timer)
    return Math.round(longest)
  }
}

/** One fault, from its beginning until everybody saves again. */
async function play(
  { name, begin, end, says, officeMs }: Fault,
  { saving, office, stage }: { saving: Persisting; office: Office; stage: Stage },
) {
  office.reset()
  const longest = watchSaves(saving)
  const began = performance.now()
  const isSaid = () => says === undefined || office.said().some((one) => one.what.startsWith(says))
  await begin()
  while (performance.now() - began < LEAST_MS || (!isSaid() && performance.now() - began < MOST_MS)) {
    stage.signal.throwIfAborted()
    await sleep(LOOK_MS)
  }
  const isTold = isSaid()
  await end()
  const seconds = secondsSince(began)
  const back = performance.now()
  await saving.everybody()
  const everybodySeconds = secondsSince(back)
  const unavailableMs = longest()
  const counts = office.counts()
  const ok = isTold && everybodySeconds <= AGAIN_SECONDS && (officeMs === undefined || counts.longestMs <= officeMs)
  stage.tell(
    `${name}: ${seconds} s, no save for ${unavailableMs} ms at most, everybody again after ${everybodySeconds} s${ok ? '' : ' – NOT AS PROMISED'}`,
  )
  return { fault: name, ok, seconds, unavailableMs, everybodySeconds, said: office.said(), office: counts }
}

function readArgs(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: '2' },
      candidates: { type: 'string', default: '20' },
      fault: { type: 'string' },
    },
  })
  const number = (name: Exclude<keyof typeof values, 'fault'>, least: number, most: number) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
    return value
  }
  return {
    seconds: number('seconds', 10, 600),
    seed: number('seed', 0, 2 ** 31),
    processes: number('processes', 1, 4),
    only: values.fault,
    people: peopleOf({ args: ['--candidates', values.candidates] }),
  }
}

/** That of the machine, else the stand-in of the tests. */
async function openRedis(stage: Stage) {
  const own = (await findRedis()) ?? (await startRedis())
  stage.atEnd(() => own.close())
  const way = await openSwitch()
  stage.atEnd(() => way.close())
  const { hostname, port } = new URL(own.url)
  const restore = () => way.turnTo([{ host: hostname, port: Number(port) }])
  restore()
  return { way, restore, url: `redis://127.0.0.1:${way.port}`, kind: 'dropSubscribers' in own ? 'stand-in' : 'redis-server' }
}

/** The disk and the clock of the servers, which files decide. */
async function openFigures(stage: Stage) {
  const room = await makeFigure(stage)
  await room.leaveFree(ROOMY_MB)
  const clockFile = join(room.folder, 'clock')
  await writeFile(clockFile, '0')
  const preload = `--import=${new URL('clock.preload.ts', import.meta.url).href}`
  Object.assign(process.env, room.env, {
    DISK_WARN_MB: String(MIN_MB + 100),
    DISK_MIN_MB: String(MIN_MB),
    DRILL_CLOCK_FILE: clockFile,
    NODE_OPTIONS: `${room.env.NODE_OPTIONS ?? ''} ${preload}`,
    OUTGOING_ALLOW: '127.0.0.1',
    METRICS_TOKEN,
  })
  return { room, clock: (seconds: number) => writeFile(clockFile, String(seconds)) }
}

async function run(stage: Stage) {
  const { seconds, seed, processes, people, only } = readArgs(stage.args)
  const [web, data] = [await openSwitch(), await openSwitch()]
  stage.atEnd(() => Promise.all([web.close(), data.close()]))
  const redis = await openRedis(stage)
  const exam = await openExam({ people, questions: 20, port: web.port, processes: 0 })
  stage.atEnd(() => exam.close())
  const figures = await openFigures(stage)
  const socket = new URL(exam.databaseUrl)
  const database = {
    way: data,
    restore: () => data.turnTo([{ path: join(socket.searchParams.get('host') ?? '', `.s.PGSQL.${socket.port}`) }]),
  }
  database.restore()
  stage.tell(`a site with an exam of ${people} candidates, ${processes} servers, ${redis.kind}, seed ${seed}`)
  const url = `postgres://postgres@127.0.0.1:${data.port}${socket.pathname}`
  const nodes = await startNodes(stage, web, { databaseUrl: url, dataDir: exam.dataDir, redisUrl: redis.url }, processes)
  const office = await openOffice(stage, {
    port: web.port,
    databaseUrl: exam.databaseUrl,
    reader: exam.userIds[0]!,
    changed: exam.userIds.at(-1)!,
  })
  const saving = persist(web.port, await candidatesOf(exam, people - 1))
  const random = seededRandom(seed)
  const all = faultsOf({ database, redis, office, nodes, ...figures }, random).filter(({ name }) => only === undefined || name === only)
  const faults = []
  const began = performance.now()
  for (const fault of inTurns(all, random)) {
    await sleep(STEADY_MS)
    faults.push(await play(fault, { saving, office, stage }))
    if (secondsSince(began) >= seconds) break
  }
  await sleep(STEADY_MS)
  const { longestMs, refused } = await saving.end()
  await office.end()
  const lost = await countLostSaves(exam.databaseUrl, saving.acknowledged)
  const fallen = nodes.reduce((sum, one) => sum + one.fallen, 0)
  const run = { seed, candidates: people - 1, processes, redis: redis.kind, acknowledged: saving.acknowledged.size, lost, refused, fallen }
  const longest = Math.max(...faults.map((one) => one.unavailableMs))
  const ok = lost === 0 && refused === 0 && fallen === 0 && saving.acknowledged.size > 0 && faults.every((one) => one.ok)
  return { ok, ...run, longestUnavailableMs: longest, longestSaveMs: longestMs, faults }
}

export const chaosDrill: Drill = {
  usage: 'chaos [--seconds 120] [--seed 1] [--processes 1|2|4] [--candidates 20] [--fault name]',
  seconds: 900,
  run,
}
