// Runs the comparison of an exam in a worker thread, so that the server goes on answering; it ends after ten minutes.
import { Worker } from 'node:worker_threads'
import { fail } from '../../../kernel/fail.ts'
import type { Studied, Study } from './study.rules.ts'

const MINUTES = 10
const HEAP_MB = 1_024

/** Takes the arrays of `world` away from this thread. Fails similarTooLong when a limit of time or memory is exceeded. */
export async function studyInThread(world: Study, stopped?: AbortSignal): Promise<Studied> {
  const arrays = [world, ...(world.across ? [world.across] : [])].flatMap(({ answers, right, departs, addresses, sittings }) => [
    answers,
    right,
    departs,
    addresses,
    sittings,
  ])
  const transferList = [...arrays, world.seconds].map((one) => one.buffer as ArrayBuffer)
  const worker = new Worker(new URL('./similar.worker.ts', import.meta.url), {
    workerData: world,
    transferList,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Studied | null>()
  const clock = setTimeout(() => resolve(null), MINUTES * 60_000)
  const stop = () => resolve(null)
  stopped?.addEventListener('abort', stop)
  worker.on('message', resolve)
  worker.on('error', (error: Error & { code?: string }) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error)))
  worker.on('exit', stop)
  const studied = await promise.finally(async () => {
    clearTimeout(clock)
    stopped?.removeEventListener('abort', stop)
    await worker.terminate()
  })
  return studied ?? fail('similarTooLong')
}
