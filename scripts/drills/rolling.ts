// A rolling restart: two servers are restarted one after the other while candidates save; nothing acknowledged is lost, no candidate is refused.
import { setTimeout as sleep } from 'node:timers/promises'
import { openExam } from '../../bench/exam-setup.ts'
import { candidatesOf, peopleOf } from './candidates.ts'
import { type Drill, secondsSince, type Stage } from './drill.ts'
import { twoNodes } from './nodes.ts'
import { countLostSaves, persist } from './persist.ts'
import { openSwitch } from './switch.ts'

/** Before, between and after the restarts. */
const STEADY_MS = 3_000

async function run(stage: Stage) {
  const people = peopleOf(stage)
  const ways = await openSwitch()
  stage.atEnd(() => ways.close())
  stage.tell(`a site with an exam of ${people} candidates and two servers`)
  const exam = await openExam({ people, questions: 20, port: ways.port, processes: 0 })
  stage.atEnd(() => exam.close())
  const nodes = await twoNodes(stage, ways, exam)
  const saving = persist(ways.port, await candidatesOf(exam, people))
  await sleep(STEADY_MS)
  const restarts: { stopSeconds: number; startSeconds: number; exitCode: number | null; everybodySeconds: number }[] = []
  for (const [at, node] of nodes.entries()) {
    const began = performance.now()
    // timed from the moment the server is told to stop
    const everybody = sleep(0).then(async () => {
      await saving.everybody()
      return secondsSince(began)
    })
    everybody.catch(() => undefined)
    const exitCode = await node.stop()
    const stopSeconds = secondsSince(began)
    const again = performance.now()
    await node.start()
    const restart = { stopSeconds, startSeconds: secondsSince(again), exitCode, everybodySeconds: await everybody }
    restarts.push(restart)
    stage.tell(`server ${at + 1} of ${nodes.length}: stopped in ${restart.stopSeconds} s, listens again after ${restart.startSeconds} s`)
    await sleep(STEADY_MS)
  }
  const { longestMs, ...counts } = await saving.end()
  const lost = await countLostSaves(exam.databaseUrl, saving.acknowledged)
  stage.tell(`${saving.acknowledged.size} saves acknowledged, ${lost} lost; the longest took ${longestMs} ms`)
  const ok =
    lost === 0 && counts.refused === 0 && counts.cut > 0 && saving.acknowledged.size > 0 && restarts.every(({ exitCode }) => exitCode === 0)
  return { ok, candidates: people, acknowledged: saving.acknowledged.size, lost, ...counts, longestSaveMs: longestMs, restarts }
}

export const rollingDrill: Drill = { usage: 'rolling [--candidates 20]', seconds: 180, run }
