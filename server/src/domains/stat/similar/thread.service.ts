// Runs the comparison of an exam in a worker thread; it ends after ten minutes.
import { fail } from '../../../kernel/fail.ts'
import { inThread } from '../../../kernel/in-thread.ts'
import type { Studied, Study } from './study.rules.ts'

const limits = { ms: 10 * 60_000, heapMb: 1_024 }

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
  const module = new URL('./similar.worker.ts', import.meta.url)
  return (await inThread<Studied>(module, { data: world, limits, transferList, stopped })) ?? fail('similarTooLong')
}
