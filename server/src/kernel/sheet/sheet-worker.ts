// Reads an uploaded file in a worker thread: at most two at a time per process, each with limits on time and memory.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type ErrorName, sayError } from '@shuyuan/contract/kernel/error.ts'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { App } from '../ctx.ts'
import { appPart } from '../part.ts'
import { Failure } from '../fail.ts'

const AT_ONCE = 2
const SECONDS = 60
const HEAP_MB = 512
/** Small, so that rows already processed are garbage-collected during reading. */
const YOUNG_MB = 4

/** The uploaded file: its path and original name; `spool` is a file for output that is too large for messages; `options` of the worker. */
export type SheetFile = { path: string; name: string; spool?: string; options?: unknown }

type Report = { kind: 'portion'; portion: unknown } | { kind: 'done' } | { kind: 'failed'; reason: ErrorName; refusal: Message }

const seatsOf = appPart(() => ({ free: AT_ONCE, waiting: [] as (() => void)[] }))

/**
 * Runs a worker that reads a file, and passes every portion it sends to `take`.
 * @param worker a module that calls readInWorker
 * Fails as the worker does, and sheetBroken when a limit of time or memory is exceeded.
 */
export async function runSheetWorker(app: App, worker: URL, file: SheetFile, take: (portion: unknown) => void): Promise<void> {
  const seats = seatsOf(app)
  if (seats.free > 0) seats.free -= 1
  else await new Promise<void>((resolve) => void seats.waiting.push(resolve))
  try {
    // an upload has more fields, which need not be copied to the thread
    const { path, name, spool, options } = file
    await run(worker, { path, name, options, ...(spool === undefined ? {} : { spool }) }, take)
  } finally {
    const next = seats.waiting.shift()
    if (next) next()
    else seats.free += 1
  }
}

/** Worker threads do not inherit the compile cache: without the variable each of them compiles all its modules again. */
function threadEnv(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // `folder` is a version folder below the configured one
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}

function run(module: URL, file: SheetFile, take: (portion: unknown) => void): Promise<void> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB }
  const worker = new Worker(module, { workerData: file, env: threadEnv(), resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (reason: ErrorName, refusal: Message = sayError(reason as 'sheetBroken')) => reject(new Failure(reason, refusal))
  const clock = setTimeout(() => refuse('sheetBroken', sayServer('fileTooComplex', { seconds: SECONDS })), SECONDS * 1_000)
  worker.on('message', (message: Report) => {
    if (message.kind === 'portion') take(message.portion)
    else if (message.kind === 'failed') refuse(message.reason, message.refusal)
    else resolve()
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

/** Runs in the worker: reads, sends portions, and sends a failure to the main thread. */
export async function readInWorker(read: (file: SheetFile, send: (portion: unknown) => void) => Promise<void>): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  const post = (message: Report) => parentPort?.postMessage(message)
  try {
    await read(workerData as SheetFile, (portion) => post({ kind: 'portion', portion }))
    // a terminated thread would not save its compile cache
    flushCompileCache()
    post({ kind: 'done' })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    post({ kind: 'failed', reason: error.reason, refusal: error.refusal })
  }
}
