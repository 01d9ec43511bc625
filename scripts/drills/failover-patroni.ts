// Candidates save on a cluster that fails over by itself. The drill kills its leader, cuts it off, freezes it and fills its disk.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openExam } from '../../bench/exam-setup.ts'
import { candidatesOf, peopleOf } from './candidates.ts'
import { secondsSince, type Stage } from './drill.ts'
import type { Machine } from './netns.ts'
import { startNodes } from './nodes.ts'
import { type Cluster, startCluster } from './patroni.ts'
import { countLostSaves, type Persisting, persist } from './persist.ts'
import { openSwitch } from './switch.ts'

const STEADY_MS = 3_000
/** Everybody saves again within this time. */
const AGAIN_SECONDS = 30
const LOOK_MS = 200

type Blow = {
  name: string
  strike: (machine: Machine) => Promise<void>
  mend: (machine: Machine, cluster: Cluster) => Promise<void> | void
}

const blows: Blow[] = [
  {
    name: 'killed',
    strike: (machine) => machine.signal('SIGKILL'),
    async mend(machine, cluster) {
      await machine.gone()
      cluster.start(machine)
    },
  },
  { name: 'cut off', strike: (machine) => machine.cutLine(), mend: (machine) => machine.joinLine() },
  { name: 'frozen', strike: (machine) => machine.signal('SIGSTOP'), mend: (machine) => machine.signal('SIGCONT') },
  { name: 'disk full', strike: (machine) => machine.fillDisk(), mend: (machine) => machine.clearDisk() },
]

/** One blow against the leader of the moment, until everybody saves again and the cluster is whole. */
async function play({ name, strike, mend }: Blow, { cluster, saving, stage }: { cluster: Cluster; saving: Persisting; stage: Stage }) {
  const struck = await cluster.leader()
  await strike(struck)
  const began = performance.now()
  const before = saving.acknowledged.size
  // a leader with a full disk may go on for a while
  while ((await cluster.leader().catch(() => struck)) === struck && secondsSince(began) <= AGAIN_SECONDS) {
    stage.signal.throwIfAborted()
    await sleep(LOOK_MS)
  }
  await saving.everybody()
  const everybodySeconds = secondsSince(began)
  const next = await cluster.leader()
  stage.tell(`leader ${struck.name} ${name}: everybody saves again after ${everybodySeconds} s, with ${next.name}`)
  await sleep(STEADY_MS)
  await mend(struck, cluster)
  await cluster.whole()
  const wholeSeconds = secondsSince(began)
  await sleep(STEADY_MS)
  const ok = everybodySeconds <= AGAIN_SECONDS && next !== struck
  return { blow: name, ok, from: struck.name, to: next.name, everybodySeconds, wholeSeconds, acknowledgedBefore: before }
}

/** The drill `failover --patroni`. */
export async function runPatroni(stage: Stage, args: string[]) {
  const { values } = parseArgs({ args, options: { candidates: { type: 'string', default: '20' }, blow: { type: 'string' } } })
  const people = peopleOf({ args: ['--candidates', values.candidates] })
  const chosen = blows.filter(({ name }) => values.blow === undefined || name === values.blow)
  stage.tell('three machines with etcd, Patroni and PostgreSQL, and HAProxy')
  const cluster = await startCluster(stage)
  const web = await openSwitch()
  stage.atEnd(() => web.close())
  stage.tell(`a site with an exam of ${people} candidates and two servers`)
  const exam = await openExam({ people, questions: 20, port: web.port, processes: 0, databaseUrl: cluster.url })
  stage.atEnd(() => exam.close())
  const nodes = await startNodes(stage, web, { databaseUrl: cluster.url, dataDir: exam.dataDir }, 2)
  const saving = persist(web.port, await candidatesOf(exam, people))
  await sleep(STEADY_MS)
  const played = []
  for (const blow of chosen) played.push(await play(blow, { cluster, saving, stage }))
  const { longestMs, refused } = await saving.end()
  const lost = await countLostSaves(cluster.url, saving.acknowledged)
  const fallen = nodes.reduce((sum, one) => sum + one.fallen, 0)
  const counts = { acknowledged: saving.acknowledged.size, lost, refused, fallen, longestSaveMs: longestMs }
  stage.tell(`${saving.acknowledged.size} saves acknowledged, ${lost} lost`)
  const ok = lost === 0 && refused === 0 && fallen === 0 && saving.acknowledged.size > 0 && played.every((one) => one.ok)
  return { ok, candidates: people, ...counts, blows: played }
}
