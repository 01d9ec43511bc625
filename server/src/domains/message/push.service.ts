// Browsers that show their user's messages as notifications, and the keys of the site for push services (VAPID, RFC 8292).
import { say } from '@shuyuan/contract/message/message.server.texts.ts'
import type { push } from '@shuyuan/contract/message/push.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import webPush from 'web-push'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { failField } from '../../kernel/fail.ts'
import { openValue, type SealedColumn, sealValue } from '../../kernel/sealed/sealed-column.ts'

type Calls = typeof push
export const pushSecret: SealedColumn = { table: 'sys_push_key', column: 'private_key' }
const KEY_ID = '1'
/** Browsers of one person; the oldest give way. */
const MAX_DEVICES = 10

export type PushKeys = { publicKey: string; privateKey: string }

/** The site's keys; undefined: none yet, or their seal is lost. */
export async function pushKeys({ db, seal }: Pick<App, 'db' | 'seal'>): Promise<PushKeys | undefined> {
  const row = await db.selectFrom('sysPushKey').where('id', '=', KEY_ID).select(['publicKey', 'privateKey']).executeTakeFirst()
  if (!row || row.privateKey === '') return undefined
  return { publicKey: row.publicKey, privateKey: openValue(seal, pushSecret, KEY_ID, row.privateKey) }
}

/** The public key, which is made with the first call. Browsers that know an earlier one are forgotten: they would refuse the new one. */
export async function pushKey({ app, db }: Ctx): Promise<Output<Calls['key']>> {
  const stored = await pushKeys({ db, seal: app.seal })
  if (stored) return { publicKey: stored.publicKey }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const values = { publicKey, privateKey: sealValue(app.seal, pushSecret, KEY_ID, privateKey) }
  const made = await db
    .insertInto('sysPushKey')
    .values({ id: KEY_ID, ...values })
    .onConflict((on) => on.column('id').doUpdateSet(values).where('sysPushKey.privateKey', '=', ''))
    .returning('publicKey')
    .executeTakeFirst()
  if (made) await db.deleteFrom('sysPush').execute()
  // another call was first
  else return db.selectFrom('sysPushKey').where('id', '=', KEY_ID).select('publicKey').executeTakeFirstOrThrow()
  return { publicKey }
}

/** Fails at `endpoint` for an address that is not public https. */
export async function saveBrowser({ app, db, now, user }: Ctx, { endpoint, p256dh, auth }: Input<Calls['save']>): Promise<true> {
  if ((await app.outgoingOfUsers.problemOf(endpoint)) !== null) failField('endpoint', say('pushAddress'))
  const values = { userId: user.id, sessionId: user.sessionId, p256dh, auth, createTime: now }
  await db
    .insertInto('sysPush')
    .values({ endpoint, ...values })
    .onConflict((on) => on.column('endpoint').doUpdateSet(values))
    .execute()
  await sql`delete from sys_push where id in (
    select id from sys_push where user_id = ${user.id}::bigint order by create_time desc, id desc offset ${MAX_DEVICES})`.execute(db)
  return true
}

export async function forgetBrowser({ db, user }: Ctx, { endpoint }: Input<Calls['delete']>): Promise<true> {
  await db.deleteFrom('sysPush').where('endpoint', '=', endpoint).where('userId', '=', user.id).execute()
  return true
}
