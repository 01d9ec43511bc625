// Unacknowledged integrity events in IndexedDB, by user and paper.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { EventStore, RoomEvent } from '../integrity/events.ts'

type Key = [user: string, paper: string, event: string]
interface Schema extends DBSchema {
  events: { key: Key; value: RoomEvent }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined
function database() {
  opened ??= openDB<Schema>('exam-room-events', 1, {
    upgrade: (db) => void db.createObjectStore('events'),
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** The events of one user's paper. Each call rejects when the browser has no IndexedDB. */
export function openEventStore(userId: string, paperId: string): EventStore {
  return {
    async put(event) {
      await (await database()).put('events', event, [userId, paperId, event.eventId])
    },
    async drop(eventId) {
      await (await database()).delete('events', [userId, paperId, eventId])
    },
    async all() {
      return (await database()).getAll('events', IDBKeyRange.bound([userId, paperId], [userId, paperId, []]))
    },
  }
}
