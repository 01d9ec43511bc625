// After an exam: many papers are handed in at once, and marks, points, certificates and messages follow while the candidates of another exam save.
import { FileState } from '@shuyuan/contract/cert/grant.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { handIn, openPapers } from './arrive.ts'
import { type CpuTime, countCpu } from './cpu.ts'
import { type ExamSetup, openExam, REWARD_POINTS } from './exam-setup.ts'
import { fillPaced, type Saved } from './fill.ts'
import { say } from './fresh.ts'
import { type Figures, round } from './measure.ts'
import type { Options } from './options.ts'

const PORT = 8190
/** candidates of the other exam, whose saves must not wait */
const OTHERS = 200
/** saves a second, as of 2,000 candidates that answer a question every twenty seconds */
const SAVES = 100
/** answers a second before the papers are handed in */
const ANSWERS = 500
const POLL_MS = 250
const LONGEST_S = 300

const effects = ['marks', 'points', 'certificates', 'messages', 'files'] as const
export type Effect = (typeof effects)[number]
export type AfterExam = {
  papers: number
  hand: Figures
  /** seconds from the first hand-in until all papers had it; null: not within five minutes. `files` are the PDFs of the certificates */
  there: Record<Effect, number | null>
  /** saves of the other exam from the first hand-in until all was there, without the files */
  saves: Figures
  /** rows that are there twice */
  twice: number
  cpu: CpuTime | undefined
}

const counting = `select
  (select count(*)::int from paper where exam_id = $1::bigint and state = ${PaperState.done} and score is not null) as marks,
  (select count(*)::int from paper_award a join points_log l on l.ref_type = 'paper' and l.ref_id = a.paper_id::text and l.user_id = a.user_id
    where a.exam_id = $1::bigint and a.points = $2) as points,
  (select count(*)::int from cert_grant where ref_type = 'exam' and ref_id = $1::bigint) as certificates,
  (select count(*)::int from cert_grant where ref_type = 'exam' and ref_id = $1::bigint and file_state = ${FileState.ready}) as files,
  (select count(*)::int from sys_msg m join paper p on p.id::text = m.ref_id where m.ref_type = 'paper' and p.exam_id = $1::bigint) as messages`

/** Watches until all papers have everything. @returns the seconds of each effect, and how many rows there are too many */
async function watch(client: pg.Client, examId: string, papers: number, onResults: () => void) {
  const began = performance.now()
  const there: AfterExam['there'] = { marks: null, points: null, certificates: null, messages: null, files: null }
  let twice = 0
  while (performance.now() - began < LONGEST_S * 1_000) {
    const { rows } = await client.query<Record<Effect, number>>(counting, [examId, REWARD_POINTS])
    const [now] = rows
    const seconds = round((performance.now() - began) / 1_000)
    for (const effect of effects) if (now && now[effect] >= papers) there[effect] ??= seconds
    twice = effects.reduce((sum, effect) => sum + Math.max(0, (now?.[effect] ?? 0) - papers), 0)
    if (effects.every((effect) => effect === 'files' || there[effect] !== null)) onResults()
    if (effects.every((effect) => there[effect] !== null)) break
    await pause(POLL_MS)
  }
  onResults()
  return { there, twice }
}

async function measure(exam: ExamSetup, { learners, connections, burst }: Options): Promise<AfterExam> {
  const { tokens } = exam
  say('  the papers are opened')
  const { candidates } = await openPapers(exam, tokens.slice(0, learners), connections)
  const { candidates: others } = await openPapers({ ...exam, examId: exam.otherExamId! }, tokens.slice(learners), connections)
  const saved: Saved = new Map()
  say('  the papers are answered')
  await fillPaced(exam, candidates, { connections, seconds: burst, rate: ANSWERS }, saved)
  const client = new pg.Client({ connectionString: exam.databaseUrl })
  await client.connect()
  try {
    say('  the papers are handed in')
    const used = countCpu(exam.dataDir, exam.servers.pids)
    const end = new AbortController()
    const saving = fillPaced(exam, others, { connections: 32, seconds: LONGEST_S, rate: SAVES, until: end.signal }, saved)
    const watching = watch(client, exam.examId, learners, () => end.abort())
    const [hand, saves, { there, twice }] = await Promise.all([handIn(exam, candidates, connections), saving, watching])
    return { papers: learners, hand, there, saves, twice, cpu: used() }
  } finally {
    await client.end()
  }
}

/** Throws if the setup fails or a phase does not end. */
export async function runAfter(options: Options): Promise<AfterExam> {
  say('after the exam:')
  const exam = await openExam({ people: options.learners, others: OTHERS, questions: options.questions, port: PORT, processes: 1 })
  try {
    return await measure(exam, options)
  } finally {
    await exam.close()
  }
}

/** The most seconds until marks, points, certificates and messages are there, and the most ms of a save at p99. */
export const AFTER_LIMITS = { seconds: 60, saveMs: 100 }

export function printAfter({ papers, hand, there, saves, twice, cpu }: AfterExam) {
  say(`\nafter the exam: ${papers} papers handed in at once, ${SAVES} saves a second of another exam`)
  say(`hand in: ${hand.seconds} s, p50 ${hand.p50} ms, p99 ${hand.p99} ms, ${hand.errors} errors`)
  for (const effect of effects) say(`${effect.padEnd(24)} all there after ${there[effect] ?? `more than ${LONGEST_S}`} s`)
  say(`saves of another exam until then: p50 ${saves.p50} ms, p99 ${saves.p99} ms, ${saves.errors} errors; twice: ${twice}`)
  if (cpu) say(`processor until the files were there: server ${cpu.server} s, database ${cpu.database} s, load generator ${cpu.load} s`)
}

/** Violations: what is late, lost or there twice, and saves that waited. */
export function brokenAfter({ there, saves, twice, hand }: AfterExam): string[] {
  const late = effects.filter((effect) => effect !== 'files' && (there[effect] ?? Infinity) > AFTER_LIMITS.seconds)
  return [
    ...late.map((effect) => `after the exam: ${effect} after ${there[effect] ?? 'more than 300'} s instead of ${AFTER_LIMITS.seconds} s`),
    ...(saves.p99 > AFTER_LIMITS.saveMs
      ? [`after the exam: saves of another exam took ${saves.p99} ms instead of ${AFTER_LIMITS.saveMs} ms`]
      : []),
    ...(twice > 0 ? [`after the exam: ${twice} rows are there twice`] : []),
    ...(hand.errors + saves.errors > 0 ? [`after the exam: ${hand.errors + saves.errors} calls failed`] : []),
  ]
}
