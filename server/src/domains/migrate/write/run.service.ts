// A run of npm run migrate: a rehearsal in one transaction that is rolled back, or portions that are committed one by one.
import { type Message, foreign } from '@shuyuan/contract/kernel/message.ts'
import { createHash } from 'node:crypto'
import { type ControlledTransaction, sql } from 'kysely'
import { type App, type Ctx, ctxOf, type CurrentUser } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'
import type { DB } from '../../../kernel/tables.ts'
import type { OldKind } from '../old-site.format.ts'
import { marksOf, stillThere } from './mark.service.ts'

/**
 * made: added; linked: was here before, stays as it is; same: brought by an earlier run; changed: the same, but the other system has changed
 * it since; gone: brought and removed here since; refused: cannot be stored; left: the reader leaves it out
 */
export type Outcome = 'made' | 'linked' | 'same' | 'changed' | 'gone' | 'refused' | 'left'
export type Entry = { kind: OldKind; id: string; title: string; outcome: Outcome; why: string }
type Known = { newId: string; given: string; isThere: boolean }
export type Brought = { oldId: string; newId: string; made: boolean; given: string }

/** SHA-256 of a row as the other system has it. */
export const digestOf = (row: unknown): string => createHash('sha256').update(json(row)).digest('hex')

export const whyOf = (error: unknown): Message => {
  if (!(error instanceof Failure)) throw error
  return error.fields[0] ? foreign(`${error.fields[0].field}：${error.fields[0].message.zh}`) : error.refusal
}

export class Run {
  readonly app: App
  readonly source: string
  readonly isDry: boolean
  readonly entries: Entry[] = []
  readonly #user: CurrentUser
  readonly #rehearsal: ControlledTransaction<DB> | undefined
  #known = new Map<string, Known>()
  #pending: (() => void)[] = []

  private constructor(app: App, source: string, user: CurrentUser, rehearsal: ControlledTransaction<DB> | undefined) {
    this.app = app
    this.source = source
    this.#user = user
    this.#rehearsal = rehearsal
    this.isDry = rehearsal !== undefined
  }

  /** Runs `work`; a rehearsal leaves nothing behind. */
  static async of<T>(
    app: App,
    { source, user, isDry }: { source: string; user: CurrentUser; isDry: boolean },
    work: (run: Run) => Promise<T>,
  ) {
    const rehearsal = isDry ? await app.db.startTransaction().execute() : undefined
    try {
      const run = new Run(app, source, user, rehearsal)
      await run.#load()
      return await work(run)
    } finally {
      await rehearsal?.rollback().execute()
    }
  }

  async #load() {
    const db = this.#rehearsal ?? this.app.db
    const rows = await db.selectFrom('migrateItem').where('source', '=', this.source).select(['kind', 'oldId', 'newId', 'given']).execute()
    const there = await stillThere(db, rows)
    for (const { kind, oldId, newId, given } of rows)
      this.#known.set(`${kind} ${oldId}`, { newId, given: given.toString('hex'), isThere: there.has(`${kind} ${newId}`) })
  }

  /** The row that an old one became; undefined for one that was not brought, or is gone. */
  idOf(kind: OldKind, oldId: string): string | undefined {
    const known = this.#known.get(`${kind} ${oldId}`)
    return known?.isThere ? known.newId : undefined
  }

  note(kind: OldKind, id: string, title: string, outcome: Outcome, why = '') {
    this.#later(() => void this.entries.push({ kind, id, title, outcome, why }))
  }

  /** Adds a reason to the entry of a row. */
  tell(kind: OldKind, id: string, why: string) {
    const noted = this.entries.find((one) => one.kind === kind && one.id === id)
    if (noted) noted.why = [noted.why, why].filter((one) => one !== '').join('；')
  }

  /** Those of the rows that no earlier run has brought; the others are noted. */
  fresh<T extends { id: string }>(kind: OldKind, rows: readonly T[], titleOf: (row: T) => string): T[] {
    return rows.filter((row) => {
      const known = this.#known.get(`${kind} ${row.id}`)
      if (!known) return true
      if (!known.isThere) this.note(kind, row.id, titleOf(row), 'gone', '此前已迁移，之后在本站被删除，不再新建')
      else if (known.given === digestOf(row)) this.note(kind, row.id, titleOf(row), 'same')
      else this.note(kind, row.id, titleOf(row), 'changed', '此前已迁移，旧系统里后来改过，本站的不覆盖')
      return false
    })
  }

  /** Notes of a portion count when it is committed. */
  #later(act: () => void) {
    if (this.#inPortion) this.#pending.push(act)
    else act()
  }
  #inPortion = false

  /** Runs `work` in a transaction of its own, or of the rehearsal up to a savepoint. Rejects with its error, and nothing of it stays. */
  async portion<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
    this.#inPortion = true
    this.#pending = []
    try {
      const value = await (this.#rehearsal ? this.#rehearse(this.#rehearsal, work) : ownTransaction(this.app, work, { user: this.#user }))
      for (const act of this.#pending) act()
      return value
    } finally {
      this.#inPortion = false
      this.#pending = []
    }
  }

  async #rehearse<T>(rehearsal: ControlledTransaction<DB>, work: (ctx: Ctx) => Promise<T>): Promise<T> {
    const inner = await rehearsal.savepoint('portion').execute()
    try {
      const value = await work(ctxOf(this.app, { db: inner, user: this.#user, afterCommit: () => undefined }))
      await inner.releaseSavepoint('portion').execute()
      return value
    } catch (error) {
      await inner.rollbackToSavepoint('portion').execute()
      throw error
    }
  }

  /** A context outside of a portion, for work that must not be in a transaction: files. */
  ctx(): Ctx {
    return ctxOf(this.app, { user: this.#user, ...(this.#rehearsal && { db: this.#rehearsal }) })
  }

  /** Records what rows became, in the portion that made them. */
  async brought(ctx: Ctx, kind: OldKind, rows: readonly Brought[]): Promise<void> {
    if (rows.length === 0) return
    const marks = await marksOf(
      ctx.db,
      kind,
      rows.map((row) => row.newId),
    )
    const values = rows.map(({ newId, ...row }) => ({ ...row, newId, mark: marks.get(newId) ?? '' }))
    await sql`insert into migrate_item (source, kind, old_id, new_id, made, given, mark, create_time)
      select ${this.source}, ${kind}, "oldId", "newId", made, decode(given, 'hex'), mark, ${ctx.now}::timestamptz
      from jsonb_to_recordset(${json(values)}::jsonb) as one ("oldId" text, "newId" bigint, made boolean, given text, mark text)`.execute(
      ctx.db,
    )
    this.#later(() => {
      for (const { oldId, newId, given } of rows) this.#known.set(`${kind} ${oldId}`, { newId, given, isThere: true })
    })
  }
}
