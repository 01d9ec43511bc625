// What follows a commit: messages to other processes and browsers, work outside of the transaction.
import type { FastifyBaseLogger } from 'fastify'
import type { Faults } from './fault.ts'

export type Effect = () => void | Promise<void>

/**
 * Runs effects after a commit, in order. A failed effect is logged and counted, and the next ones still run: the change is
 * stored, so neither its caller nor the process may fail for it.
 */
export async function runEffects(app: { log: FastifyBaseLogger; faults: Faults }, effects: readonly Effect[]): Promise<void> {
  for (const act of effects) {
    try {
      await act()
    } catch (error) {
      app.faults.add('effect')
      app.log.error({ err: error }, 'an effect of a committed change failed')
    }
  }
}
