// Values that are sealed in the database: read, written, and sealed again in portions.
import { sql } from 'kysely'
import type { App } from '../ctx.ts'
import type { Seal } from './seal.ts'

const PORTION = 500

/** A text column of a table with a bigint id; '' is no value. */
export type SealedColumn = {
  table: string
  column: string
  /** the column of the value's fingerprint, and the fingerprint's context */
  print?: { column: string; context: string }
}

/** The context of a value: it opens in its own row only. */
export const contextOf = ({ table, column }: SealedColumn, id: string) => `${table}.${column}:${id}`

/** The stored form of a value; '' stays ''. */
export const sealValue = (seal: Seal, place: SealedColumn, id: string, value: string) =>
  value === '' ? '' : seal.seal(value, contextOf(place, id))

/** The value of a column. A value that is not sealed yet is returned unchanged. */
export const openValue = (seal: Seal, place: SealedColumn, id: string, stored: string) =>
  seal.isSealed(stored) ? seal.open(stored, contextOf(place, id)) : stored

/** `all`: values of older keys are sealed again too, not only plain ones. */
export type Resealing = { all: boolean }
/** Values of a kind that are sealed in the database. */
export type SealedPlace = {
  /** Seals plain values. It may be interrupted and repeated, also by two servers at once. @returns how many were written */
  seal: (app: Pick<App, 'db' | 'seal'>, how: Resealing) => Promise<number>
  /** Empties values whose key is not among these ids: it is lost. @returns how many */
  discard: (db: App['db'], keyIds: readonly string[]) => Promise<number>
}

/** The values of a column. */
export const sealedColumn = (place: SealedColumn): SealedPlace => ({
  seal: (app, how) => sealColumn(app, place, how),
  async discard(db, keyIds) {
    const column = sql.ref(place.column)
    const setPrint = place.print ? sql`, ${sql.ref(place.print.column)} = ''` : sql``
    const { numAffectedRows = 0n } = await sql`update ${sql.table(place.table)} set ${column} = ''${setPrint}
      where ${column} like 'seal1.%' and split_part(${column}, '.', 2) <> all(${keyIds}::text[])`.execute(db)
    return Number(numAffectedRows)
  },
})

type Row = { id: string; value: string }

/** Each portion is one transaction. */
async function sealColumn({ db, seal }: Pick<App, 'db' | 'seal'>, place: SealedColumn, { all }: Resealing): Promise<number> {
  const [table, column] = [sql.table(place.table), sql.ref(place.column)]
  const done = `seal1.${all ? `${seal.keyId}.` : ''}%`
  let written = 0
  for (let after = '0'; ;) {
    const rows = await db.transaction().execute(async (trx) => {
      const found = await sql<Row>`select id::text as id, ${column} as value from ${table}
        where id > ${after}::bigint and ${column} <> '' and ${column} not like ${done} order by id limit ${PORTION} for update`.execute(trx)
      if (found.rows.length === 0) return found.rows
      const opened = found.rows.map(({ id, value }) => ({ id, value: openValue(seal, place, id, value) }))
      const ids = opened.map(({ id }) => id)
      const sealed = opened.map(({ id, value }) => sealValue(seal, place, id, value))
      const { print } = place
      const prints = opened.map(({ value }) => (print ? seal.fingerprint(value, print.context) : ''))
      const setPrint = print ? sql`, ${sql.ref(print.column)} = v.print` : sql``
      await sql`update ${table} t set ${column} = v.sealed${setPrint}
        from unnest(${ids}::bigint[], ${sealed}::text[], ${prints}::text[]) v (id, sealed, print) where t.id = v.id`.execute(trx)
      return found.rows
    })
    written += rows.length
    const last = rows.at(-1)
    if (!last) return written
    after = last.id
  }
}
