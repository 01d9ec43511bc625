// Faults that a server survived: each is logged where it is caught, and counted here for the operator.
import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'

/** effect: of a committed change · repeated: work that is done again and again · unexpected: caught by the process alone */
export type FaultKind = 'effect' | 'repeated' | 'unexpected'

export class Faults {
  readonly #counts: Record<FaultKind, number> = { effect: 0, repeated: 0, unexpected: 0 }

  add(kind: FaultKind): void {
    this.#counts[kind]++
  }

  counts(): Readonly<Record<FaultKind, number>> {
    return this.#counts
  }
}

/**
 * Logs and counts from now on what no part of the program caught, instead of ending the process: one part failed, and the others have people
 * who are working.
 * @param source the process, or what reports its faults in a test
 */
export function surviveFaults({ faults, log }: { faults: Faults; log: FastifyBaseLogger }, source: EventEmitter = process): void {
  for (const event of ['unhandledRejection', 'uncaughtException'])
    source.on(event, (error: unknown) => {
      faults.add('unexpected')
      log.error({ err: error }, 'an unexpected fault')
    })
}
