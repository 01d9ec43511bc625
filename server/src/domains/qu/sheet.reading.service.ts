// Has a sheet read in a thread of its own: at most two at a time, each with a cap on time and memory.
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { Worker } from 'node:worker_threads'
import type { App } from '../../kernel/ctx.ts'
import { Failure } from '../../kernel/fail.ts'
import type { Draft, Problem, Rough } from './sheet.drafts.rules.ts'
import type { SheetMessage } from './sheet.worker.ts'

const AT_ONCE = 2
const SECONDS = 60
const HEAP_MB = 512
/** Small, so that what was read is collected while the rest is read. */
const YOUNG_MB = 16

export type SheetReading = {
  drafts: Draft[]
  /** questions that are wrong, as far as they could be read */
  roughs: Rough[]
  problems: Problem[]
  /** questions found, wrong ones included */
  total: number
}
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

const seatsOf = (app: App) => app.part('qu.sheet', () => ({ free: AT_ONCE, waiting: [] as (() => void)[] }))

/** Runs at most two readings at a time; the others wait their turn. */
export async function inTurn<T>(app: App, act: () => Promise<T>): Promise<T> {
  const seats = seatsOf(app)
  if (seats.free > 0) seats.free -= 1
  else await new Promise<void>((resolve) => void seats.waiting.push(resolve))
  try {
    return await act()
  } finally {
    const next = seats.waiting.shift()
    if (next) next()
    else seats.free += 1
  }
}

/**
 * Reads the sheet at `path`. Fails as readSheet does, sheetHeader for wrong columns, and sheetBroken where time or memory run out.
 * @param report called as the work goes on
 */
export const readQuestionSheet = (app: App, path: string, report: Report): Promise<SheetReading> => inTurn(app, () => readOne(path, report))

function readOne(path: string, report: Report): Promise<SheetReading> {
  const reading: SheetReading = { drafts: [], roughs: [], problems: [], total: 0 }
  return runWorker<SheetReading>('./sheet.worker.ts', { path }, (sent, end) => {
    const message = sent as SheetMessage
    if (message.kind === 'progress') report(message.stage, message.done, message.total)
    else if (message.kind === 'failed') end.refuse(message.reason, message.message)
    else if (message.kind === 'done') end.resolve(reading)
    else {
      reading.total += message.questions
      reading.drafts.push(...message.drafts)
      reading.roughs.push(...message.roughs)
      reading.problems.push(...message.problems)
    }
  })
}

type End<R> = { resolve: (result: R) => void; refuse: (reason: ErrorName, message?: string) => void }

/** Runs a reader in a thread of its own, with a cap on time and memory; fails sheetBroken where they run out. */
export function runWorker<R>(file: string, workerData: object, onMessage: (message: unknown, end: End<R>) => void): Promise<R> {
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<R>()
  const refuse = (reason: ErrorName, message: string = errors[reason][1]) => reject(new Failure(reason, message, null))
  const clock = setTimeout(() => refuse('sheetBroken', `文件过于复杂，${SECONDS}秒内未能读完，请分批导入`), SECONDS * 1_000)
  worker.on('message', (message: unknown) => onMessage(message, { resolve, refuse }))
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('sheetBroken')
    else reject(error)
  })
  worker.on('exit', () => refuse('sheetBroken'))
  return promise.finally(async () => {
    clearTimeout(clock)
    await worker.terminate()
  })
}
