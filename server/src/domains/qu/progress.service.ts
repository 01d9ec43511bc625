// How far an import has come, for whoever started it, on whichever node the question arrives.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { LRUCache } from 'lru-cache'
import type { App, Ctx } from '../../kernel/ctx.ts'

export type Progress = Output<(typeof qu)['import-state']>

const TOPIC = 'qu.import'
const KEEP_MS = 10 * 60_000
const EVERY_MS = 200

const boardOf = (app: App) =>
  app.part('qu.import', () => {
    const board = new LRUCache<string, Progress>({ max: 1_000, ttl: KEEP_MS })
    app.bus.subscribe(TOPIC, (payload) => {
      const { key, progress } = payload as { key: string; progress: Progress }
      // what this node knows itself may already be further on
      if (board.get(key)?.stage !== 'done') board.set(key, progress)
    })
    return board
  })

/** The state that the import of this person under this key last reported; waiting where none has. */
export async function findProgress({ app, user }: Ctx, { progressKey }: Input<(typeof qu)['import-state']>): Promise<Progress> {
  return boardOf(app).get(`${user.id} ${progressKey}`) ?? { stage: 'waiting', done: 0, total: 0 }
}

/** Opens a report under the person's key. @returns a function that may be called often: other nodes hear at most five a second, and every change of stage */
export function openProgress({ app, user, log }: Ctx, progressKey: string): (progress: Progress) => void {
  if (progressKey === '') return () => undefined
  const board = boardOf(app)
  const key = `${user.id} ${progressKey}`
  let told = { stage: '', at: 0 }
  board.delete(key)
  return (progress) => {
    board.set(key, progress)
    const now = performance.now()
    if (progress.stage === told.stage && now - told.at < EVERY_MS) return
    told = { stage: progress.stage, at: now }
    app.bus.publish(TOPIC, { key, progress }).catch((error: unknown) => log.warn({ err: error }, 'import progress not spread'))
  }
}
