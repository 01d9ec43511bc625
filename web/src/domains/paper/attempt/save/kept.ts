// The open paper in IndexedDB, so that a page that is loaded without a network shows it again (docs/decisions/0126).
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Reading } from '../room/clock.ts'
import type { Saved } from './ops.ts'
import type { Detail } from './paper-session-view.ts'

/** `at`: when the time left was read, by the time of day, the only clock that goes on over a page load */
type Paper = { detail: Detail; reading: Reading; at: number; endsAt: number }
type Key = [user: string, paper: string]
interface Schema extends DBSchema {
  papers: { key: Key; value: Paper }
  answers: { key: [...Key, question: string]; value: Saved }
}

/** What this browser keeps of one user's open paper. Each call rejects when the browser has no IndexedDB. */
export type Kept = {
  /** replaces the stored paper */
  keep: (detail: Detail) => Promise<void>
  /** answers that the server has stored, and the time left that it named; nothing happens where another page load has the paper */
  update: (session: string, saved: readonly Saved[], reading: Reading | undefined) => Promise<void>
  /** the paper with the answers stored by the server and an estimate of the time left */
  read: () => Promise<Detail | undefined>
  /** `session`: only where this page load has kept it */
  drop: (session?: string) => Promise<void>
}

let opened: Promise<IDBPDatabase<Schema>> | undefined
function database() {
  opened ??= openDB<Schema>('exam-kept', 1, {
    upgrade(db) {
      db.createObjectStore('papers')
      db.createObjectStore('answers')
    },
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const allOf = ([user, paper]: Key) => IDBKeyRange.bound([user, paper], [user, paper, []])
/** A paper without a further page load stays this long after its end. */
const STAYS_MS = 24 * 3_600_000

export function openKept(userId: string, paperId: string, now = Date.now): Kept {
  const key: Key = [userId, paperId]
  const begin = async () => {
    const transaction = (await database()).transaction(['papers', 'answers'], 'readwrite')
    return { transaction, papers: transaction.objectStore('papers'), answers: transaction.objectStore('answers') }
  }
  return {
    async keep({ answers: saved, ...detail }) {
      const { transaction, papers, answers } = await begin()
      for (const old of await papers.getAllKeys()) {
        const there = await papers.get(old)
        if (there && there.endsAt + STAYS_MS > now()) continue
        await papers.delete(old)
        await answers.delete(allOf(old))
      }
      const { leftMs, timeRev } = detail
      await papers.put({ detail: { ...detail, answers: [] }, reading: { leftMs, timeRev }, at: now(), endsAt: now() + leftMs }, key)
      await answers.delete(allOf(key))
      for (const one of saved) await answers.put(one, [...key, one.quId])
      await transaction.done
    },
    async update(session, saved, reading) {
      const { transaction, papers, answers } = await begin()
      const there = await papers.get(key)
      if (there?.detail.session === session) {
        if (reading) await papers.put({ ...there, reading, at: now(), endsAt: now() + reading.leftMs }, key)
        for (const one of saved) {
          const before = await answers.get([...key, one.quId])
          if (before?.session !== session || before.seq < one.seq) await answers.put(one, [...key, one.quId])
        }
      }
      await transaction.done
    },
    async read() {
      const { transaction, papers, answers } = await begin()
      const there = await papers.get(key)
      const saved = await answers.getAll(allOf(key))
      await transaction.done
      if (!there) return undefined
      const { leftMs, timeRev } = there.reading
      const passed = Math.max(0, now() - there.at)
      // the time of day may be wrong: the first reading of the server replaces the estimate
      return { ...there.detail, answers: saved, leftMs: Math.max(0, leftMs - passed), timeRev: timeRev - 1, isKept: true }
    },
    async drop(session) {
      const { transaction, papers, answers } = await begin()
      const there = await papers.get(key)
      if (session === undefined || there?.detail.session === session) {
        await papers.delete(key)
        await answers.delete(allOf(key))
      }
      await transaction.done
    },
  }
}
