// The sealed keys of second factors.
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { SealedPlace } from '../../../kernel/sealed/sealed-column.ts'

type Sealer = Pick<App, 'seal'>
const PORTION = 500

const context = (userId: string) => `sys_totp:${userId}`
export const sealSecret = ({ seal }: Sealer, userId: string, secret: string) => seal.seal(secret, context(userId))
export const openSecret = ({ seal }: Sealer, userId: string, sealed: string) => seal.open(sealed, context(userId))

type Row = { userId: string; secret: string }

/** The next keys that are sealed with an older key, sealed again in one transaction. @returns those rows */
const sealPortion = ({ db, seal }: Pick<App, 'db' | 'seal'>, after: string): Promise<Row[]> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<Row>`select user_id::text as "userId", secret from sys_totp
      where user_id > ${after}::bigint and secret not like ${`seal1.${seal.keyId}.%`} order by user_id limit ${PORTION} for update`.execute(
      trx,
    )
    const ids = rows.map(({ userId }) => userId)
    const sealed = rows.map(({ userId, secret }) => sealSecret({ seal }, userId, openSecret({ seal }, userId, secret)))
    await sql`update sys_totp t set secret = v.secret from unnest(${ids}::bigint[], ${sealed}::text[]) v (id, secret)
      where t.user_id = v.id`.execute(trx)
    return rows
  })

/** For the change of the seal's key. Keys of second factors were never stored unsealed. Without its key a second factor is set up anew. */
export const sealedTotp: SealedPlace = {
  async seal(app, { all }) {
    if (!all) return 0
    let written = 0
    for (let after = '0'; ;) {
      const rows = await sealPortion(app, after)
      written += rows.length
      const last = rows.at(-1)
      if (!last) return written
      after = last.userId
    }
  },
  async discard(db, keyIds) {
    const lost = sql`select user_id from sys_totp where split_part(secret, '.', 2) <> all(${keyIds}::text[])`
    await sql`delete from sys_totp_recovery where user_id in (${lost})`.execute(db)
    const { numAffectedRows = 0n } = await sql`delete from sys_totp where user_id in (${lost})`.execute(db)
    return Number(numAffectedRows)
  },
}
