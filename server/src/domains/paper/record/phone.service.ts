// The candidate's phone as a second camera: its key, its parts, and how it is (docs/decisions/0226).
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { PHONE_GONE_MS, type paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PIECE_MS } from '@shuyuan/contract/paper/record/piece.ts'
import type { record } from '@shuyuan/contract/paper/record/record.ts'
import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { openValue, type SealedColumn, sealValue } from '../../../kernel/sealed/sealed-column.ts'
import { isExempt } from './need.service.ts'
import { placeFor } from './cloud/cloud-place.service.ts'
import { doneFor, signFor } from './cloud/cloud.service.ts'
import type { PartRow } from './part-row.service.ts'
import { addPart, PHONE, pieceAddress } from './part.service.ts'
import { bitsOf } from './piece.rules.ts'

/** The key of a phone. */
export const phoneKey: SealedColumn = { table: 'paper_phone', column: 'key_sealed' }
const KEY_BYTES = 24
const hashOf = (key: string) => createHash('sha256').update(key).digest()

/** The caller's paper with a phone's track. Fails notFound. */
async function mustOwn({ user, app }: Ctx, paperId: string) {
  const row = must(
    await app.db
      .selectFrom('paperRecord as r')
      .innerJoin('paper', 'paper.id', 'r.paperId')
      .where('r.paperId', '=', paperId)
      .where('paper.userId', '=', user.id)
      .where('r.phone', '=', true)
      .select(['r.examId', 'paper.state', 'paper.deadlineAt'])
      .executeTakeFirst(),
  )
  return (await isExempt(app.db, row.examId, user.id)) ? fail('notFound') : row
}

/** The key of an open paper, made by the first call. Fails notFound for a paper without a phone's track, paperClosed. */
export async function openPhone(
  ctx: Ctx,
  { paperId }: Input<(typeof record)['phone-open']>,
): Promise<Output<(typeof record)['phone-open']>> {
  const { app, now } = ctx
  const { state, deadlineAt } = await mustOwn(ctx, paperId)
  if (state !== PaperState.open) fail('paperClosed')
  const fresh = randomBytes(KEY_BYTES).toString('base64url')
  const key = await app.db.transaction().execute(async (db) => {
    const made = await db
      .insertInto('paperPhone')
      .values({ paperId, keyHash: hashOf(fresh), createTime: now })
      .onConflict((conflict) => conflict.column('paperId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      await db
        .updateTable('paperPhone')
        .set({ keySealed: sealValue(app.seal, phoneKey, made.id, fresh) })
        .where('id', '=', made.id)
        .execute()
      return fresh
    }
    const kept = await db.selectFrom('paperPhone').where('paperId', '=', paperId).select(['id', 'keySealed']).executeTakeFirstOrThrow()
    const opened = openValue(app.seal, phoneKey, kept.id, kept.keySealed)
    if (opened !== '') return opened
    // the key of the seal was lost: another key for the phone
    const changed = { keyHash: hashOf(fresh), keySealed: sealValue(app.seal, phoneKey, kept.id, fresh) }
    await db.updateTable('paperPhone').set(changed).where('id', '=', kept.id).execute()
    return fresh
  })
  return { key, expireTime: deadlineAt }
}

/** How the phone of the caller's paper is. Fails notFound. */
export async function phoneStateOf(
  ctx: Ctx,
  { paperId }: Input<(typeof record)['phone-state']>,
): Promise<Output<(typeof record)['phone-state']>> {
  const { app, now } = ctx
  await mustOwn(ctx, paperId)
  const row = await app.db
    .selectFrom('paperPhone as ph')
    .where('ph.paperId', '=', paperId)
    .select(['joinTime', 'seenTime', 'battery'])
    .select(
      sql<Date | null>`(select max(coalesce(t.dark_time, t.last_time)) from paper_track t where t.paper_id = ph.paper_id and t.track = ${sql.lit(RecordTrack.phone)})`.as(
        'lastTime',
      ),
    )
    .executeTakeFirst()
  if (!row?.joinTime) return { state: 'none', battery: null, seen: null }
  // a page that only says that it is there records nothing
  const recorded = Math.max(row.joinTime.getTime(), row.lastTime?.getTime() ?? 0)
  const seen = new Date(Math.max(recorded, row.seenTime?.getTime() ?? 0))
  return { state: now.getTime() - recorded > PHONE_GONE_MS ? 'gone' : 'on', battery: row.battery, seen }
}

/** The open paper of a key, whose candidate is not exempt. Fails camExpired. */
async function mustFind(db: Database, key: string, lock: boolean) {
  const row = await db
    .selectFrom('paperPhone as ph')
    .innerJoin('paperRecord as r', 'r.paperId', 'ph.paperId')
    .innerJoin('paper', 'paper.id', 'ph.paperId')
    .where('ph.keyHash', '=', hashOf(key))
    .where('paper.state', '=', PaperState.open)
    .where('r.state', '!=', RecordState.deleted)
    .select(['ph.id', 'ph.paperId', 'ph.session', 'r.examId', 'paper.userId', 'paper.title', 'r.state as recordState'])
    .$if(lock, (q) => q.forNoKeyUpdate(['r', 'ph']))
    .executeTakeFirst()
  return row && !(await isExempt(db, row.examId, row.userId)) ? row : fail('camExpired')
}

/** Begins a part of the phone's track; the page of an earlier phone stops. Fails camExpired, recordTooMany. */
export async function joinPhone(
  { app, now }: Ctx,
  { key, mime, session, place, look }: Input<typeof paperPhone.join>,
): Promise<Output<typeof paperPhone.join>> {
  const terms = { pieceMs: PIECE_MS, videoBits: bitsOf(RecordTrack.phone, false).videoBits }
  const cloud = place === 'here' || look ? undefined : await placeFor(app, (await mustFind(app.db, key, false)).paperId)
  const joined = await app.db.transaction().execute(async (db) => {
    const row = await mustFind(db, key, !look)
    if (look) return { id: '', part: 0, place: 'here' as const, key: '', examTitle: row.title }
    const { paperId, recordState } = row
    const made = { paperId, track: RecordTrack.phone, mime, session, surface: '', recordState, cloud }
    const added = await addPart(app, db, made, now)
    await db.updateTable('paperPhone').set({ session, joinTime: now, seenTime: now }).where('id', '=', row.id).execute()
    return { ...added, examTitle: row.title }
  })
  return { ...joined, ...terms, address: joined.id === '' ? '' : await pieceAddress(app, joined.id, PHONE, now) }
}

/** Whether a part is the phone's of this key, which knows its paper after the hand-in, too. Fails notFound for a key that was never given. */
async function ownByKey({ db }: App, key: string) {
  const { paperId } = must(await db.selectFrom('paperPhone').where('keyHash', '=', hashOf(key)).select('paperId').executeTakeFirst())
  return (row: PartRow) => row.track === RecordTrack.phone && row.paperId === paperId
}

export const signPhonePieces = async ({ app }: Ctx, { key, ...input }: Input<(typeof paperPhone)['sign-pieces']>) =>
  signFor(app, await ownByKey(app, key), input)
export const phonePutDone = async ({ app }: Ctx, { key, ...input }: Input<(typeof paperPhone)['put-done']>) =>
  doneFor(app, await ownByKey(app, key), input)

/** The phone says that it is there. Fails camExpired after the hand-in, paperElsewhere where another phone was connected after it. */
export async function beatPhone({ app, now }: Ctx, { key, session, battery = null }: Input<typeof paperPhone.beat>): Promise<true> {
  const row = await mustFind(app.db, key, false)
  if (row.session !== session) fail('paperElsewhere')
  await app.db.updateTable('paperPhone').set({ seenTime: now, battery }).where('id', '=', row.id).where('session', '=', session).execute()
  return true
}
