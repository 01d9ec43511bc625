// The primary database is killed in a burst of saves, its synchronous standby is promoted, and the same servers go on with it.
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openExam } from '../../bench/exam-setup.ts'
import { candidatesOf, peopleOf } from './candidates.ts'
import { ask, type Database, startPair } from './database.ts'
import { type Drill, secondsSince, type Stage } from './drill.ts'
import { runPatroni } from './failover-patroni.ts'
import { twoNodes } from './nodes.ts'
import { countLostSaves, type Persisting, persist } from './persist.ts'
import { startPooler } from './pooler.ts'
import { openSwitch, type Switch } from './switch.ts'

/** Before the primary is killed, and after everybody saves again. */
const STEADY_MS = 4_000
/** The watcher asks the primary this often, and promotes the standby after so many failures in a row. */
const WATCH_MS = 500
const FAILURES = 3
/** Patroni, etcd and HAProxy in place of the pair and its watcher. */
const PATRONI = '--patroni'
/** The servers know both hosts and find the primary by themselves; nothing turns an address. */
const HOSTS = '--hosts'
/** The servers reach the database through PgBouncer. */
const POOLER = '--pooler'

/** What a watcher does (Patroni, repmgr or an operator): asks until the primary has failed several times in a row. */
async function noticeFailure(primary: Database, signal: AbortSignal) {
  for (let failures = 0; failures < FAILURES;) {
    signal.throwIfAborted()
    await sleep(WATCH_MS)
    failures = await ask(primary.url, 'select').then(
      () => 0,
      () => failures + 1,
    )
  }
}

/** Kills the primary and goes on with the standby. @returns seconds since the kill, and what the standby lacked when it was promoted */
async function failOver(stage: Stage, { primary, standby }: { primary: Database; standby: Database }, way: Switch, saving: Persisting) {
  const noticing = noticeFailure(primary, stage.signal)
  await primary.cut()
  const began = performance.now()
  const everybody = saving.everybody().then(() => secondsSince(began))
  everybody.catch(() => undefined)
  // nothing can be acknowledged any more: the replies that were on their way are in
  await noticing
  const noticedSeconds = secondsSince(began)
  await ask(standby.url, 'select pg_promote()')
  const promotedSeconds = secondsSince(began)
  const acknowledgedAtKill = saving.acknowledged.size
  const lostAtPromotion = await countLostSaves(standby.url, saving.acknowledged)
  way.turnTo([{ path: standby.socket }])
  stage.tell(
    `noticed after ${noticedSeconds} s, promoted after ${promotedSeconds} s; ${lostAtPromotion} of ${acknowledgedAtKill} saves lost`,
  )
  return { noticedSeconds, promotedSeconds, acknowledgedAtKill, lostAtPromotion, everybodySavesSeconds: await everybody }
}

/** An address with both, the standby first: it is skipped while it is one. */
const bothHosts = ({ primary, standby }: { primary: Database; standby: Database }) =>
  `postgres://postgres@${[standby, primary].map(({ socket }) => encodeURIComponent(dirname(socket))).join(',')}/postgres`

async function run(stage: Stage) {
  if (stage.args.includes(PATRONI))
    return runPatroni(
      stage,
      stage.args.filter((one) => one !== PATRONI),
    )
  const [isPooled, knowHosts] = [stage.args.includes(POOLER), stage.args.includes(HOSTS)]
  if (isPooled && knowHosts) throw new Error(`${POOLER} and ${HOSTS} exclude each other`)
  const people = peopleOf({ args: stage.args.filter((one) => one !== POOLER && one !== HOSTS) })
  const [web, data] = [await openSwitch(), await openSwitch()]
  stage.atEnd(() => Promise.all([web.close(), data.close()]))
  stage.tell(`a site with an exam of ${people} candidates, two servers, a primary and a synchronous standby`)
  const exam = await openExam({ people, questions: 20, port: web.port, processes: 0 })
  stage.atEnd(() => exam.close())
  await exam.stopDatabase()
  const pair = await startPair(stage, exam.databaseDir)
  data.turnTo([{ path: pair.primary.socket }])
  const pooler = isPooled ? await startPooler(stage, { port: data.port, dataDir: exam.databaseDir }) : undefined
  const through = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const databaseUrl = knowHosts ? bothHosts(pair) : through(pooler?.port ?? data.port)
  const sessionUrl = pooler?.isTransactional ? through(data.port) : undefined
  const nodes = await twoNodes(stage, web, { databaseUrl, sessionUrl, dataDir: exam.dataDir })
  const saving = persist(web.port, await candidatesOf(exam, people))
  await sleep(STEADY_MS)
  stage.tell(`the primary is killed; ${saving.acknowledged.size} saves were acknowledged`)
  const found = await failOver(stage, pair, data, saving)
  stage.tell(`everybody saves again after ${found.everybodySavesSeconds} s`)
  await sleep(STEADY_MS)
  const { longestMs, ...counts } = await saving.end()
  const lost = await countLostSaves(pair.standby.url, saving.acknowledged)
  const serversStayed = nodes.every((node) => node.runs)
  stage.tell(`${saving.acknowledged.size} saves acknowledged, ${lost} lost`)
  const ok = found.lostAtPromotion === 0 && lost === 0 && counts.refused === 0 && found.acknowledgedAtKill > 0 && serversStayed
  return {
    ok,
    candidates: people,
    pooler: pooler && (pooler.isTransactional ? 'transactions' : 'sessions'),
    hosts: knowHosts,
    ...found,
    acknowledged: saving.acknowledged.size,
    lost,
    ...counts,
    longestSaveMs: longestMs,
    serversStayed,
  }
}

export const failoverDrill: Drill = { usage: 'failover [--candidates 20] [--pooler | --hosts | --patroni]', seconds: 900, run }
