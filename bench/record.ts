// Candidates who are recorded while they answer: what pieces cost, and whether saves notice. Each track sends the most that recorders are asked for.
import { PIECE_MS } from '@shuyuan/contract/paper/record/piece.ts'
import { Agent } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPapers, signIn } from './arrive.ts'
import { type CpuTime, countCpu } from './cpu.ts'
import { type ExamSetup, openExam } from './exam-setup.ts'
import { fillPaced } from './fill.ts'
import { type Figures, inParallel, round, Series } from './measure.ts'
import { beginAll, consentAll, type Part, postPiece, recordExam } from './recordings.ts'

const PORT = 8_196
const CONNECTIONS = 64
const SECONDS_A_QUESTION = 20
/** Saves may take so much longer than without recordings, and so much of a core may go to pieces. */
const MOST_TIMES = 1.3
const SPARE_MS = 10
const MOST_CORE = 0.15

const hundredths = (value: number) => Math.round(value * 100) / 100
const say = (text: string) => process.stdout.write(`${text}\n`)
/** Sends the pieces of all parts, each in its time. */
async function sendAll(parts: Part[]): Promise<{ figures: Figures; bytes: number; go: Record<string, number> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const series = new Series()
  const go: Record<string, number> = {}
  let bytes = 0
  const began = performance.now()
  await inParallel(parts, parts.length, async (part) => {
    for (const [index, piece] of part.pieces.entries()) {
      const due = began + part.dueMs + index * PIECE_MS
      await sleep(Math.max(0, due - performance.now()))
      const reply = await postPiece(agent, PORT, `${part.address}?offset=${part.size}`, piece).catch(() => undefined)
      if (!reply) {
        series.error()
        continue
      }
      series.add(performance.now() - due)
      go[reply.go] = (go[reply.go] ?? 0) + 1
      bytes += reply.size - part.size
      part.size = reply.size
    }
  })
  agent.destroy()
  return { figures: series.figures(), bytes, go }
}

async function measured<T>(exam: ExamSetup, act: () => Promise<T>): Promise<{ result: T; cpu: CpuTime | undefined; seconds: number }> {
  const cpu = countCpu(exam.dataDir, exam.servers.pids)
  const began = performance.now()
  const result = await act()
  return { result, cpu: cpu(), seconds: (performance.now() - began) / 1_000 }
}

async function run(exam: ExamSetup, { candidates, seconds, phone }: { candidates: number; seconds: number; phone: boolean }) {
  await recordExam(exam, phone)
  const { tokens } = await signIn(exam, candidates)
  await consentAll(exam, tokens)
  const opened = await openPapers(exam, tokens, CONNECTIONS)
  const rate = candidates / SECONDS_A_QUESTION
  const fill = (firstSeq: number) => fillPaced(exam, opened.candidates, { connections: CONNECTIONS, seconds, rate, firstSeq }, new Map())
  // the first saves of a process are slower
  await fillPaced(exam, opened.candidates, { connections: CONNECTIONS, seconds: 5, rate, firstSeq: 1 }, new Map())
  const without = await measured(exam, () => fill(1_000))
  const parts = await beginAll(exam, opened.candidates, seconds, phone)
  const together = await measured(exam, async () => {
    const [saves, pieces] = await Promise.all([fill(100_000), sendAll(parts)])
    return { saves, pieces }
  })
  return { without, together }
}

/** Options: --candidates, --seconds, --phone (a third track). The last line on standard output is one JSON object; the exit code is 1 when a limit is missed. */
export async function benchRecord(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { candidates: text, seconds: text, phone: { type: 'boolean' } } })
  const [candidates, seconds] = [Number(values.candidates ?? 200), Number(values.seconds ?? 60)]
  const phone = values.phone ?? false
  const exam = await openExam({ people: candidates, questions: 20, port: PORT, processes: 1 })
  try {
    say(`record: ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`)
    const { without, together } = await run(exam, { candidates, seconds, phone })
    const { saves, pieces } = together.result
    const coreOf = ({ cpu, seconds: took }: { cpu: CpuTime | undefined; seconds: number }, who: 'server' | 'database') =>
      (cpu?.[who] ?? Number.NaN) / took
    const core = {
      server: hundredths(coreOf(together, 'server') - coreOf(without, 'server')),
      database: hundredths(coreOf(together, 'database') - coreOf(without, 'database')),
    }
    const gbAnHour = round((pieces.bytes * 3_600) / seconds / 1e9)
    const mbit = round((pieces.bytes * 8) / seconds / 1e6)
    say(`${candidates} candidates, camera${phone ? ', phone' : ''} and screen, ${seconds} s`)
    say(
      `pieces   ${pieces.figures.rate}/s, p50 ${pieces.figures.p50} ms, p99 ${pieces.figures.p99} ms, errors ${pieces.figures.errors}, ${JSON.stringify(pieces.go)}`,
    )
    say(`disk     ${gbAnHour} GB an hour, line ${mbit} Mbit/s`)
    say(`cores    server ${core.server}, database ${core.database} more than saves alone`)
    say(
      `saves    without: p50 ${without.result.p50} ms, p99 ${without.result.p99} ms; with: p50 ${saves.p50} ms, p99 ${saves.p99} ms, errors ${saves.errors}`,
    )
    const missed = [
      ...(saves.p99 > without.result.p99 * MOST_TIMES + SPARE_MS ? [`saves take more than ${MOST_TIMES} times as long at p99`] : []),
      ...(core.server > MOST_CORE * (candidates / 200) ? [`pieces take more than ${MOST_CORE} of a core for 200 candidates`] : []),
      ...(pieces.figures.errors + saves.errors > 0 ? ['calls failed'] : []),
    ]
    for (const one of missed) say(`missed: ${one}`)
    if (missed.length > 0) process.exitCode = 1
    say(
      JSON.stringify({
        bench: 'record',
        candidates,
        phone,
        seconds,
        pieces,
        core,
        gbAnHour,
        mbit,
        without: without.result,
        with: saves,
        missed,
      }),
    )
  } finally {
    await exam.close()
  }
}
