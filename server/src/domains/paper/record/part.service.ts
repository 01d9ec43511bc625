// Begins parts of recordings: one run of a recorder each.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PIECE_MS } from '@shuyuan/contract/paper/record/piece.ts'
import type { record } from '@shuyuan/contract/paper/record/record.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { sql } from 'kysely'
import { fail, must } from '../../../kernel/fail.ts'
import { signedParts } from '../../../kernel/files/signed-file.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import { isExempt } from './need.service.ts'
import { bitsOf, MOST_PARTS } from './piece.rules.ts'
import { newScan } from '@shuyuan/contract/paper/record/scan.ts'
import { newKey, sealKey } from './record-file.service.ts'
import { openAtCloud, placeFor } from './cloud/cloud-place.service.ts'

/** An exam, and the time after it in which the rest may come. */
const ADDRESS_HOURS = 48
/** Stands in addresses of a phone in place of the person: it is not signed in, the key of its page admits it. */
export const PHONE = 'phone'

export const signedKey = (id: string) => `paper-piece/${id}`

type NewPart = {
  paperId: string
  track: RecordTrack
  mime: string
  session: string
  surface: string
  recordState: RecordState
  /** the storage provider that gets the bytes; undefined: this server */
  cloud?: { provider: string; examId: string } | undefined
}

/** `key`: of a part at a storage provider, for the page that encrypts it; else '' */
type Added = { id: string; part: number; place: 'here' | 'cloud'; key: string }

/** Adds a part to a track, with its key. The row of the recording is locked by the caller. Fails recordTooMany. */
export async function addPart(app: App, db: Database, { recordState, cloud, ...row }: NewPart, now: Date): Promise<Added> {
  const { paperId, track, surface } = row
  // a reopened paper goes on
  if (recordState !== RecordState.recording)
    await db.updateTable('paperRecord').set({ state: RecordState.recording, keepUntil: null }).where('paperId', '=', paperId).execute()
  const part = await nextPart(db, paperId, track)
  const { id } = await db
    .insertInto('paperTrack')
    .values({ ...row, part, place: cloud ? 'cloud' : 'here', beginTime: now, scan: json(newScan) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = newKey()
  await db
    .updateTable('paperTrack')
    .set({ keySealed: sealKey(app, id, key) })
    .where('id', '=', id)
    .execute()
  if (cloud) await openAtCloud(db, { id, part, paperId, track, ...cloud }, now)
  const event = { kind: 'record', eventId: `record:${track}:${part}`, message: `开始录制${recordTrack[track]}` } as const
  await recordEvent(db, { paperId, ...event, data: { part, surface }, at: now })
  return { id, part, place: cloud ? 'cloud' : 'here', key: cloud ? key.toString('base64') : '' }
}

async function nextPart(db: Database, paperId: string, track: RecordTrack): Promise<number> {
  const { last } = await db
    .selectFrom('paperTrack')
    .where('paperId', '=', paperId)
    .where('track', '=', track)
    .select((q) => q.fn.max<number | null>('part').as('last'))
    .executeTakeFirstOrThrow()
  const part = (last ?? 0) + 1
  return part <= MOST_PARTS ? part : fail('recordTooMany')
}

/** Where the bytes of a part go. @param u who sends them: a person who is signed in, or PHONE */
export async function pieceAddress(app: App, id: string, u: string, now: Date): Promise<string> {
  const { e, s } = signedParts(await app.storage.secret(), signedKey(id), now, ADDRESS_HOURS, u)
  return `/api/paper/piece/${id}/${e}/${u}/${s}`
}

const lockOwn = (db: Database, paperId: string, userId: string) =>
  db
    .selectFrom('paperRecord as r')
    .innerJoin('paper', 'paper.id', 'r.paperId')
    .where('r.paperId', '=', paperId)
    .where('paper.userId', '=', userId)
    .where('r.state', '!=', RecordState.deleted)
    .select(['r.examId', 'r.camera', 'r.sound', 'r.screen', 'r.state as recordState', 'paper.state', 'liveSession'])
    .forNoKeyUpdate('r')
    .executeTakeFirst()

/**
 * Begins a part of the caller's open paper, for the page load that has the write lock. Fails notFound for a paper that is not recorded so,
 * paperClosed, paperElsewhere, recordTooMany.
 */
export async function beginPart(
  ctx: Ctx,
  { paperId, track, session, place, ...form }: Input<typeof record.begin>,
): Promise<Output<typeof record.begin>> {
  const { app, user } = ctx
  const cloud = place === 'here' ? undefined : await placeFor(app, paperId)
  const begun = await app.db.transaction().execute(async (db) => {
    const row = must(await lockOwn(db, paperId, user.id))
    // the phone's track is begun by the phone
    const asked = { [RecordTrack.camera]: row.camera, [RecordTrack.screen]: row.screen, [RecordTrack.phone]: false }
    if (!asked[track] || (await isExempt(db, row.examId, user.id))) fail('notFound')
    if (row.state !== PaperState.open) fail('paperClosed')
    if (row.liveSession !== session) fail('paperElsewhere')
    const now = app.clock()
    const added = await addPart(app, db, { paperId, track, session, ...form, recordState: row.recordState, cloud }, now)
    return { ...added, now, sound: row.sound }
  })
  const { id, part, now, sound, key } = begun
  const address = await pieceAddress(app, id, user.id, now)
  return { id, address, part, place: begun.place, key, size: 0, pieceMs: PIECE_MS, ...bitsOf(track, sound), now }
}

/** What of the caller's paper was recorded; null where it was not. Fails notFound for another's paper. */
export async function findOwnRecord({ db, user }: Ctx, { paperId }: Input<typeof record.mine>): Promise<Output<typeof record.mine>> {
  must(await db.selectFrom('paper').where('id', '=', paperId).where('userId', '=', user.id).select('id').executeTakeFirst())
  const row = await db
    .selectFrom('paperRecord')
    .where('paperId', '=', paperId)
    .select(['camera', 'sound', 'screen', 'phone', 'state', 'keepUntil'])
    .executeTakeFirst()
  return row ? { ...row, viewers: await viewersOf(db, paperId) } : null
}

/** How many people have looked at a recording. Looks that an earlier version noted count as neither live nor replayed. */
async function viewersOf(db: Database, paperId: string) {
  return db
    .selectFrom('paperView')
    .where('paperId', '=', paperId)
    .select([
      sql<number>`count(distinct user_id)::int`.as('all'),
      sql<number>`(count(distinct user_id) filter (where live))::int`.as('live'),
      sql<number>`(count(distinct user_id) filter (where not live))::int`.as('replay'),
    ])
    .executeTakeFirstOrThrow()
}
