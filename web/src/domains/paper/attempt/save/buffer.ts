// Offline buffer in IndexedDB: unacknowledged answers by user, paper and question (exam-rules.md, *Offline buffer*).
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Buffer, Op } from './ops.ts'

type Key = [user: string, paper: string, question: string]
interface Schema extends DBSchema {
  answers: { key: Key; value: Op }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined
function database() {
  opened ??= openDB<Schema>('exam-room', 1, {
    upgrade: (db) => void db.createObjectStore('answers'),
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Key range of all ops of one paper; an array sorts after every id. */
const allOf = (user: string, paper: string) => IDBKeyRange.bound([user, paper], [user, paper, []])

/** The buffer of one user's paper. Each call rejects when the browser has no IndexedDB. */
export function openBuffer(userId: string, paperId: string): Buffer {
  return {
    async put(op) {
      const db = await database()
      const transaction = db.transaction('answers', 'readwrite')
      const put = transaction.store.put(op, [userId, paperId, op.quId])
      // commit explicitly: closing the page before the reply to the put would abort the transaction
      transaction.commit()
      await Promise.all([put, transaction.done])
    },
    async drop({ quId, session, seq }) {
      const db = await database()
      const transaction = db.transaction('answers', 'readwrite')
      const there = await transaction.store.get([userId, paperId, quId])
      if (there?.session === session && there.seq === seq) await transaction.store.delete([userId, paperId, quId])
      await transaction.done
    },
    async all() {
      const db = await database()
      return db.getAll('answers', allOf(userId, paperId))
    },
    async wipe() {
      const db = await database()
      await db.delete('answers', allOf(userId, paperId))
    },
  }
}
