// Has a sheet read in a thread of its own: at most two at a time, each with a cap on time and memory.
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { Worker } from 'node:worker_threads'
import type { App } from '../../kernel/ctx.ts'
import { Failure } from '../../kernel/fail.ts'
import type { Draft, Problem } from './sheet.drafts.rules.ts'
import type { SheetMessage } from './sheet.worker.ts'

const AT_ONCE = 2
const SECONDS = 60
const HEAP_MB = 512

export type SheetReading = { drafts: Draft[]; problems: Problem[]; /** questions found, wrong ones included */ total: number }
type Report = (stage: 'reading' | 'checking', done: number, total: number) => void

const seatsOf = (app: App) => app.part('qu.sheet', () => ({ free: AT_ONCE, waiting: [] as (() => void)[] }))

/**
 * Reads the sheet at `path`. Fails as readSheet does, sheetHeader for wrong columns, and sheetBroken where time or memory run out.
 * @param report called as the work goes on
 */
export async function readQuestionSheet(app: App, path: string, report: Report): Promise<SheetReading> {
  const seats = seatsOf(app)
  if (seats.free > 0) seats.free -= 1
  else await new Promise<void>((resolve) => void seats.waiting.push(resolve))
  try {
    return await runWorker(path, report)
  } finally {
    const next = seats.waiting.shift()
    if (next) next()
    else seats.free += 1
  }
}

function runWorker(path: string, report: Report): Promise<SheetReading> {
  const reading: SheetReading = { drafts: [], problems: [], total: 0 }
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<SheetReading>()
  const refuse = (reason: ErrorName, message: string = errors[reason][1]) => reject(new Failure(reason, message, null))
  const clock = setTimeout(() => refuse('sheetBroken', `文件过于复杂，${SECONDS}秒内未能读完，请分批导入`), SECONDS * 1_000)
  worker.on('message', (message: SheetMessage) => {
    if (message.kind === 'progress') report(message.stage, message.done, message.total)
    else if (message.kind === 'failed') refuse(message.reason, message.message)
    else if (message.kind === 'done') resolve(reading)
    else {
      reading.total += message.questions
      reading.drafts.push(...message.drafts)
      reading.problems.push(...message.problems)
    }
  })
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
