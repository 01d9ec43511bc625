// Tracks whether a candidate's page is online (time polls, socket) and writes all changes with one statement.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import { appPart } from '../../../../kernel/part.ts'
import { publishPaperChange } from '../../channel/watch-change.service.ts'

/** A page polls the time every 30 s; a page that has not polled for this long is offline. */
const ONLINE_MS = 45_000
const WRITE_MS = 1_000
const GATHER_MS = 50

/** A page that has not been seen since this time is offline. */
export const seenSince = (now: Date) => new Date(now.getTime() - ONLINE_MS)

/** A condition on table paper: the page is online, that is seen recently and not disconnected since. */
export const isThere = (seen: Date) => sql<boolean>`coalesce(last_seen > ${seen} and (gone_at is null or gone_at < last_seen), false)`

type PresenceRow = { examId: string; userId: string; here: boolean }

class Presence {
  readonly #app: App
  readonly #waiting = new Map<string, PresenceRow>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #writtenAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(app: App) {
    this.#app = app
    app.onClose(() => {
      this.#closed = true
      clearTimeout(this.#timer)
      return this.#writing
    })
  }

  note(row: PresenceRow) {
    if (this.#closed) return
    this.#waiting.set(`${row.examId}:${row.userId}`, row)
    this.#writeSoon()
  }

  #writeSoon() {
    if (this.#timer || this.#closed || this.#waiting.size === 0) return
    const wait = Math.max(GATHER_MS, this.#writtenAt + WRITE_MS - performance.now())
    this.#timer = setTimeout(() => (this.#writing = this.#write()), wait).unref()
  }

  async #write() {
    this.#writtenAt = performance.now()
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    try {
      for (const { id, examId, here } of await store(this.#app, all)) publishPaperChange(this.#app, examId, id, { online: here })
    } catch (error) {
      this.#app.log.warn({ err: error }, 'presence changes were not written')
    }
    this.#timer = undefined
    this.#writeSoon()
  }
}

/** Locks papers in the same order as saves do, to avoid deadlocks. */
async function store({ db, clock }: App, all: readonly PresenceRow[]) {
  const now = clock()
  const { rows } = await sql<{ id: string; examId: string; here: boolean }>`with given as (
    select * from unnest(${all.map((one) => one.examId)}::bigint[], ${all.map((one) => one.userId)}::bigint[], ${all.map((one) => one.here)}::boolean[])
      as g (exam_id, user_id, here)
  ), held as materialized (
    select p.id, g.here from given g join paper p on p.exam_id = g.exam_id and p.user_id = g.user_id and p.state = ${sql.lit(PaperState.open)}
    order by p.id for no key update of p
  )
  update paper set last_seen = case when held.here then ${now} else last_seen end, gone_at = case when held.here then null else ${now}::timestamptz end
  from held where paper.id = held.id returning paper.id, exam_id, held.here`.execute(db)
  return rows
}

const presenceOf = appPart((app) => new Presence(app))

/** Records that a socket of the candidate's pages opened, or that the last one on this node closed. */
export const recordPresence = (app: App, row: PresenceRow): void => presenceOf(app).note(row)
