// Closes recordings of papers that were handed in, and deletes those whose time is over: the key first, so that no copy of a file can be read.
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { REST_HOURS } from '@shuyuan/contract/paper/record/piece.ts'
import { type RawBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../kernel/ctx.ts'
import { among, type Database } from '../../../kernel/database.ts'
import { PieceState } from './cloud/cloud.rules.ts'
import { VIOLATION_DAYS } from './notice.rules.ts'
import { readPart, recordRoot, removeFiles } from './record-file.service.ts'

const BATCH = 200

/** When a recording is deleted, from the tables paper_record r and paper p: a suspicion, a violation and a hold keep it longer (docs/decisions/0221). */
const keepUntil = (handTime: RawBuilder<unknown>) => sql<Date>`greatest(${handTime} + case
    when p.ex_state = ${sql.lit(ExState.violation)} or r.verdict in (${sql.lit(EvidenceVerdict.watch)}, ${sql.lit(EvidenceVerdict.violation)})
    then greatest(r.keep_days, ${sql.lit(VIOLATION_DAYS)}) else r.keep_days end * interval '1 day', r.hold_until)`

/** Names the deletion anew after a verdict, a hold, or another end of the papers; a recording that is not closed yet has none. */
export async function refreshKeep(db: Database, paperIds: readonly string[]): Promise<void> {
  await sql`update paper_record r set keep_until = ${keepUntil(sql`coalesce(p.hand_time, p.deadline_at)`)}
    from paper p where p.id = r.paper_id and r.paper_id = any(${paperIds}::bigint[]) and r.keep_until is not null
      and r.state in (${sql.lit(RecordState.waiting)}, ${sql.lit(RecordState.complete)}, ${sql.lit(RecordState.partial)})`.execute(db)
}

/** Recordings of closed papers wait for the rest; those that are whole, or whose time for the rest is over, are closed. @returns how many were closed */
export async function closeRecords(app: App): Promise<number> {
  const now = app.clock()
  await sql`update paper_record r set state = ${sql.lit(RecordState.waiting)},
      keep_until = ${keepUntil(sql`coalesce(p.hand_time, ${now}::timestamptz)`)}
    from paper p where p.id = r.paper_id and r.state = ${sql.lit(RecordState.recording)} and p.state <> ${sql.lit(PaperState.open)}`.execute(
    app.db,
  )
  const { rows } = await sql<{ paperId: string; isWhole: boolean }>`
    select r.paper_id::text, found.is_whole from paper_record r join paper p on p.id = r.paper_id cross join lateral (
      select coalesce(bool_and(t.ended and t.gaps = '[]' and not exists (
          select from paper_piece m where m.track_id = t.id and m.state = ${sql.lit(PieceState.missing)})), false) and count(distinct t.track) = r.camera::int + r.screen::int + r.phone::int as is_whole
      from paper_track t where t.paper_id = r.paper_id) as found
    where r.state = ${sql.lit(RecordState.waiting)}
      and p.state <> ${sql.lit(PaperState.open)}
      and (found.is_whole or coalesce(p.hand_time, p.deadline_at) + ${REST_HOURS} * interval '1 hour' < ${now}::timestamptz)
    order by r.paper_id limit ${BATCH}`.execute(app.db)
  for (const { paperId, isWhole } of rows) await close(app, paperId, isWhole ? RecordState.complete : RecordState.partial)
  return rows.length
}

async function close(app: App, paperId: string, state: RecordState) {
  const parts = await app.db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .where('t.paperId', '=', paperId)
    .where('bytes', '>', '0')
    .where('sha256', '=', '')
    .where('keySealed', '!=', '')
    .select(['t.id', 'r.examId', 't.paperId', 'track', 'part', 'bytes', 'keySealed', 'place'])
    .execute()
  for (const part of parts) {
    try {
      const sha256 = part.place === 'cloud' ? await hashOfPieces(app, part.id) : await hashOfFile(app, part)
      await app.db.updateTable('paperTrack').set({ sha256 }).where('id', '=', part.id).execute()
    } catch (error) {
      app.log.warn({ err: error, paperId, part: part.part }, 'a part of a recording could not be read')
    }
  }
  await app.db.updateTable('paperRecord').set({ state }).where('paperId', '=', paperId).where('state', '=', RecordState.waiting).execute()
}

async function hashOfFile(app: App, part: Parameters<typeof readPart>[1] & { bytes: string }): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of readPart(app, part, 0, Number(part.bytes))) hash.update(bytes)
  return hash.digest('hex')
}

/** Of the list of what the browser said of each piece: the server does not fetch them. */
async function hashOfPieces(app: App, trackId: string): Promise<string> {
  const pieces = await app.db
    .selectFrom('paperPiece')
    .where('trackId', '=', trackId)
    .where('sha256', 'is not', null)
    .orderBy('startAt')
    .select('sha256')
    .execute()
  return createHash('sha256')
    .update(Buffer.concat(pieces.map((one) => one.sha256!)))
    .digest('hex')
}

/** Deletes recordings whose time is over; their rows stay and say so. Removes files of papers that are gone; objects at a storage provider are removed by removeObjects. @returns how many recordings */
export async function forgetRecords(app: App): Promise<number> {
  for (let gone = 0; ;) {
    const rows = await app.db
      .selectFrom('paperRecord')
      .where('state', 'in', [RecordState.complete, RecordState.partial])
      .where('keepUntil', '<', app.clock())
      .orderBy('keepUntil')
      .limit(BATCH)
      .select(['paperId', 'examId'])
      .execute()
    for (const row of rows) {
      await app.db.updateTable('paperTrack').set({ keySealed: '', speech: '[]' }).where('paperId', '=', row.paperId).execute()
      await removeFiles(app, row)
      await app.db.updateTable('paperRecord').set({ state: RecordState.deleted }).where('paperId', '=', row.paperId).execute()
    }
    gone += rows.length
    if (rows.length < BATCH) {
      await removeForgotten(app)
      return gone
    }
  }
}

const isNumber = (name: string) => /^\d{1,18}$/.test(name)

/** Papers may be deleted with their rows; the folders of these are left behind. */
async function removeForgotten(app: App) {
  const root = recordRoot(app)
  for (const examId of (await readdir(root).catch(() => [])).filter(isNumber)) {
    const folder = join(root, examId)
    const paperIds = (await readdir(folder)).filter(isNumber)
    const known =
      paperIds.length === 0 ? [] : await app.db.selectFrom('paperRecord').where(among('paperId', paperIds)).select('paperId').execute()
    const kept = new Set(known.map((row) => row.paperId))
    for (const paperId of paperIds) if (!kept.has(paperId)) await rm(join(folder, paperId), { recursive: true, force: true })
    // only an empty folder goes
    await rmdir(folder).catch(() => undefined)
  }
}
