// An exam day in small: a hall signs in, opens its papers, saves every answer, hands in; then nothing may be missing.
import { cpus } from 'node:os'
import { measureCeiling } from './ceiling.ts'
import { Connection } from './connection.ts'
import { type Candidate, fillAll, fillPaced, type Saved } from './fill.ts'
import { type Hall, nameOf, openHall, password } from './hall.ts'
import { countLost } from './lost.ts'
import { type Figures, inParallel, Series } from './measure.ts'
import type { Options } from './options.ts'

/** learners beside the hall, whose open papers the ceiling is measured on */
const CEILING_CLIENTS = 32

const say = (line: string) => process.stdout.write(`${line}\n`)

type Phase = (line: Connection, index: number) => Promise<{ code: number }>

/** Lets every learner make one call over `width` connections. */
async function everybody(hall: Hall, name: string, indexes: number[], width: number, call: Phase): Promise<[string, Figures]> {
  const lines = await Promise.all(Array.from({ length: Math.min(width, indexes.length) }, () => Connection.open(hall.port)))
  const series = new Series()
  await inParallel(indexes, lines.length, async (index, worker) => {
    const began = performance.now()
    const { code } = await call(lines[worker]!, index)
    if (code === 0) series.add(performance.now() - began)
    else series.error()
  })
  for (const line of lines) line.close()
  return report(name, series.figures())
}

function report(name: string, figures: Figures): [string, Figures] {
  say(
    `${name.padEnd(18)} ${String(figures.rate).padStart(9)}/s   p50 ${String(figures.p50).padStart(7)} ms   p99 ${String(figures.p99).padStart(7)} ms   errors ${figures.errors}`,
  )
  return [name, figures]
}

type Papers = { candidates: Candidate[]; calls: [string, Figures][] }

async function signInAndOpen(hall: Hall, people: number, width: number): Promise<Papers> {
  const indexes = Array.from({ length: people }, (_one, at) => at)
  const tokens: string[] = []
  const papers: string[] = []
  const candidates: Candidate[] = []
  const login = await everybody(hall, 'login', indexes, 64, async (line, at) => {
    const reply = await line.post('/api/sys/user/login', JSON.stringify({ userName: nameOf(at), password }))
    tokens[at] = (reply.data as { token: string } | null)?.token ?? ''
    return reply
  })
  const create = await everybody(hall, 'create-paper', indexes, width, async (line, at) => {
    const reply = await line.post('/api/paper/paper/create-paper', JSON.stringify({ examId: hall.examId }), tokens[at])
    papers[at] = (reply.data as { id: string } | null)?.id ?? ''
    return reply
  })
  const open = await everybody(hall, 'paper-detail', indexes, width, async (line, at) => {
    const reply = await line.post('/api/paper/paper/paper-detail', JSON.stringify({ id: papers[at] }), tokens[at])
    const detail = reply.data as { session: string; groups: { quList: { quId: string; answerList: { tag: string }[] }[] }[] } | null
    const questions =
      detail?.groups.flatMap((group) => group.quList.map((qu) => ({ quId: qu.quId, tags: qu.answerList.map((one) => one.tag) }))) ?? []
    candidates[at] = { token: tokens[at] ?? '', paperId: papers[at] ?? '', session: detail?.session ?? '', questions }
    return reply
  })
  return { candidates, calls: [login, create, open] }
}

/** Runs the benchmark; the last line on standard output is one JSON object. */
export async function benchExamDay(options: Options) {
  const { learners, questions, seconds, connections } = options
  say(
    `exam-day: ${learners} learners, ${questions} questions, ${connections} connections; ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`,
  )
  const hall = await openHall({ people: learners + CEILING_CLIENTS, questions, port: 8190 })
  try {
    const { candidates, calls } = await signInAndOpen(hall, learners + CEILING_CLIENTS, connections)
    const hallOnly = candidates.slice(0, learners)
    const saved: Saved = new Map()
    const fill = report('fill-answer', await fillAll(hall, hallOnly, { connections, seconds }, saved))
    const half = report(
      'fill-answer at 1/2',
      await fillPaced(hall, hallOnly, { connections, seconds: Math.max(3, seconds / 3), rate: fill[1].rate / 2 }, saved),
    )
    const rssMb = await hall.rssMb()
    const { rate: ceiling, by } = await measureCeiling(hall.databaseUrl, candidates.slice(learners), Math.min(seconds, 10))
    const ratio = Math.round((fill[1].rate / ceiling) * 1_000) / 1_000
    say(
      `ceiling            ${String(ceiling).padStart(9)}/s   the same statement, one row a transaction, ${CEILING_CLIENTS} clients, ${by}; ratio ${ratio}`,
    )
    const hand = await everybody(
      hall,
      'hand-exam',
      hallOnly.map((_one, at) => at),
      connections,
      (line, at) => {
        const one = hallOnly[at]!
        return line.post('/api/paper/paper/hand-exam', JSON.stringify({ id: one.paperId, session: one.session }), one.token)
      },
    )
    const { lost, acknowledged, unmarked } = await countLost(hall.databaseUrl, saved, hallOnly)
    say(`acknowledged ${acknowledged} answers, missing afterwards ${lost}; papers not marked ${unmarked}; server ${rssMb} MB`)
    const figures = Object.fromEntries([...calls, fill, half, hand])
    say(JSON.stringify({ bench: 'exam-day', learners, questions, connections, calls: figures, lost, unmarked, ceiling, ratio, rssMb }))
    if (lost > 0 || unmarked > 0) process.exitCode = 1
  } finally {
    await hall.close()
  }
}
