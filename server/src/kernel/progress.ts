// Progress of long work, for the user who started it, readable on every node.
import type { LRUCache } from 'lru-cache'
import type { App, Ctx } from './ctx.ts'
import { newLru } from './memo/lru.ts'
import { appPart } from './part.ts'

export type Progress = { stage: 'waiting' | 'reading' | 'checking' | 'saving' | 'done'; done: number; total: number }

const KEEP_MS = 10 * 60_000
const EVERY_MS = 200

const boardsOf = appPart(() => new Map<string, LRUCache<string, Progress>>())

function boardOf(app: App, topic: string) {
  const known = boardsOf(app).get(topic)
  if (known) return known
  const board = newLru<string, Progress>(1_000, { ttl: KEEP_MS })
  boardsOf(app).set(topic, board)
  app.bus.subscribe(topic, (payload) => {
    const { key, progress } = payload as { key: string; progress: Progress }
    // this node's own state may be newer
    if (board.get(key)?.stage !== 'done') board.set(key, progress)
  })
  return board
}

/** The last reported state of the caller's work under this key; waiting when there is none. `topic` names the kind of work. */
export const findProgress = ({ app, user }: Ctx, topic: string, key: string): Progress =>
  boardOf(app, topic).get(`${user.id} ${key}`) ?? { stage: 'waiting', done: 0, total: 0 }

/**
 * Starts reporting under the caller's key.
 * @returns a function that may be called often: other nodes get at most five reports a second, and every change of stage
 */
export function openProgress(
  { app, user, log }: Pick<Ctx, 'app' | 'user' | 'log'>,
  topic: string,
  progressKey: string,
): (progress: Progress) => void {
  if (progressKey === '') return () => undefined
  const board = boardOf(app, topic)
  const key = `${user.id} ${progressKey}`
  let told = { stage: '', at: 0 }
  board.delete(key)
  return (progress) => {
    board.set(key, progress)
    const now = performance.now()
    if (progress.stage === told.stage && now - told.at < EVERY_MS) return
    told = { stage: progress.stage, at: now }
    app.bus.publish(topic, { key, progress }).catch((error: unknown) => log.warn({ err: error }, 'progress not spread'))
  }
}
