// Runs a long calculation in a worker thread, so that the server goes on answering.
import { constants, setPriority } from 'node:os'
import { parentPort, type Transferable, Worker, workerData } from 'node:worker_threads'
import { boundYoung } from './memory.ts'

/** Short-lived objects need no more, and a larger space costs memory of the machine. */
const YOUNG_MB = 16
/** What such a thread takes at once: two halves of which the limit has three. */
const YOUNG_BYTES = 8 * 2 ** 20

type Limits = { ms: number; heapMb: number }
type Given = { data: unknown; limits: Limits; transferList?: Transferable[]; stopped?: AbortSignal | undefined }

/**
 * Runs a module that calls `answerInThread`. @param module its address
 * @param given what it gets; `transferList`: what is taken away from this thread for it; `stopped`: ends it early
 * @returns what it answers; null when a limit of time or memory is exceeded, or it was stopped. Fails as the module fails.
 */
export async function inThread<T>(module: URL, { data, limits, transferList, stopped }: Given): Promise<T | null> {
  const worker = new Worker(module, {
    workerData: data,
    ...(transferList ? { transferList } : {}),
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  const stop = () => resolve(null)
  const clock = setTimeout(stop, limits.ms)
  stopped?.addEventListener('abort', stop)
  worker.on('message', resolve)
  worker.on('error', (error: Error & { code?: string }) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stop() : reject(error)))
  worker.on('exit', stop)
  return promise.finally(async () => {
    clearTimeout(clock)
    stopped?.removeEventListener('abort', stop)
    await worker.terminate()
  })
}

/** In the thread: answers with what `act` makes of the given data. */
export function answerInThread(act: (data: never) => unknown): void {
  // the server's own thread comes first; elsewhere the call would slow the whole process
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  boundYoung(YOUNG_BYTES)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(act(workerData as never))
}
