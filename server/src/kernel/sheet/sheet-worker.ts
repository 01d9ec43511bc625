// Reads an uploaded file in a worker thread: at most two at a time per process, each with limits on time and memory.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { type ErrorName, sayError } from '@shuyuan/contract/kernel/error.ts'
import { stat } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { parentPort, Worker } from 'node:worker_threads'
import { compileCacheEnv } from '../compile-cache.ts'
import type { App } from '../ctx.ts'
import { appPart } from '../part.ts'
import { Failure } from '../fail.ts'

const AT_ONCE = 2
const SECONDS = 60
const HEAP_MB = 512
/** Small, so that rows already processed are garbage-collected during reading. */
const YOUNG_MB = 4
/** So long a thread waits for another file: loading its modules takes longer than reading a small one. */
const IDLE_MS = 10_000
/** What a larger file leaves in the memory of its thread is given back at once. */
const SMALL_BYTES = 1_000_000

/** The uploaded file: its path and original name; `spool` is a file for output that is too large for messages; `options` of the worker. */
export type SheetFile = { path: string; name: string; spool?: string; options?: unknown }

type Report = { kind: 'portion'; portion: unknown } | { kind: 'done' } | { kind: 'failed'; reason: ErrorName; refusal: Message }
type Job = { take: (portion: unknown) => void; done: () => void; refuse: (error: Error) => void }
/** A thread; `job` while it reads. */
type Reader = { module: string; worker: Worker; job: Job | undefined; idle: NodeJS.Timeout | undefined }

const threadsOf = appPart((app) => {
  const threads = { free: AT_ONCE, waiting: [] as (() => void)[], idle: [] as Reader[] }
  app.onClose(async () => {
    await Promise.all(threads.idle.splice(0).map(end))
  })
  return threads
})

/**
 * Runs a worker that reads a file, and passes every portion it sends to `take`.
 * @param worker a module that calls readInWorker
 * Fails as the worker does, and sheetBroken when a limit of time or memory is exceeded.
 */
export async function runSheetWorker(app: App, worker: URL, file: SheetFile, take: (portion: unknown) => void): Promise<void> {
  const threads = threadsOf(app)
  if (threads.free > 0) threads.free -= 1
  else await new Promise<void>((resolve) => void threads.waiting.push(resolve))
  const reader = readerFor(threads.idle, worker)
  try {
    // an upload has more fields, which need not be copied to the thread
    const { path, name, spool, options } = file
    const { size } = await stat(path)
    await run(reader, { path, name, options, ...(spool === undefined ? {} : { spool }) }, take)
    // one that refused a file may have left something open
    if (threads.idle.length < AT_ONCE && size <= SMALL_BYTES) keep(threads.idle, reader)
    else await end(reader)
  } catch (error) {
    await end(reader)
    throw error
  } finally {
    const next = threads.waiting.shift()
    if (next) next()
    else threads.free += 1
  }
}

function open(idle: Reader[], module: URL): Reader {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB }
  const worker = new Worker(module, { env: { ...process.env, ...compileCacheEnv() }, resourceLimits })
  const reader: Reader = { module: module.href, worker, job: undefined, idle: undefined }
  worker.on('message', (report: Report) => {
    if (report.kind === 'portion') reader.job?.take(report.portion)
    else if (report.kind === 'done') reader.job?.done()
    else reader.job?.refuse(new Failure(report.reason, report.refusal))
  })
  worker.on('error', (error: Error & { code?: string }) => reader.job?.refuse(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? broken() : error))
  worker.on('exit', () => {
    reader.job?.refuse(broken())
    drop(idle, reader)
  })
  return reader
}

/** Ends a thread that waits; nothing for one that reads. */
function drop(idle: Reader[], reader: Reader) {
  const at = idle.indexOf(reader)
  if (at !== -1) void end(idle.splice(at, 1)[0]!)
}

const broken = (refusal: Message = sayError('sheetBroken')) => new Failure('sheetBroken', refusal)

async function run(reader: Reader, file: SheetFile, take: (portion: unknown) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  reader.job = { take, done: resolve, refuse: reject }
  const clock = setTimeout(() => reject(broken(sayServer('fileTooComplex', { seconds: SECONDS }))), SECONDS * 1_000)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  reader.worker.postMessage(file)
  try {
    await promise
  } finally {
    clearTimeout(clock)
    reader.job = undefined
  }
}

/** Keeps a thread for the next file. It does not keep the process. */
function keep(idle: Reader[], reader: Reader) {
  reader.worker.unref()
  reader.idle = setTimeout(() => drop(idle, reader), IDLE_MS).unref()
  idle.push(reader)
}

/** A thread that waits for a file of this module, or a new one. */
function readerFor(idle: Reader[], module: URL): Reader {
  const at = idle.findIndex((one) => one.module === module.href)
  if (at === -1) return open(idle, module)
  const [reader] = idle.splice(at, 1) as [Reader]
  clearTimeout(reader.idle)
  reader.worker.ref()
  return reader
}

const end = async ({ worker, idle }: Reader) => {
  clearTimeout(idle)
  await worker.terminate()
}

/** Runs in the worker: reads each file that it is given, sends portions, and sends a failure to the main thread. */
export function readInWorker(read: (file: SheetFile, send: (portion: unknown) => void) => Promise<void>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  const post = (message: Report) => parentPort?.postMessage(message)
  parentPort?.on('message', async (file: SheetFile) => {
    try {
      await read(file, (portion) => post({ kind: 'portion', portion }))
      // a terminated thread would not save its compile cache
      flushCompileCache()
      post({ kind: 'done' })
    } catch (error) {
      // as an error of the thread
      if (!(error instanceof Failure)) throw error
      post({ kind: 'failed', reason: error.reason, refusal: error.refusal })
    }
  })
}
