// Recordings for replay: the list, one recording on its time axis, and the bytes of its parts.
import type { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, type Database } from '../../../kernel/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { blindTo, withinPaperScope } from '../grade/paper-scope.service.ts'
import { mediaAddress } from '../record/part-address.service.ts'
import { unpackClusters } from '../record/cluster.format.ts'
import { missingOf } from '../record/cloud/missing-piece.service.ts'
import { stretchesOf } from '../record/cloud/stretch.rules.ts'
import { holesOf } from './axis.rules.ts'
import { marksOf } from './mark.service.ts'
import { holdMostOf, isVoid, mustReplay } from './replay-scope.service.ts'
import { verdictsOf } from './verdict-list.service.ts'

/** Recorded papers within the caller's data scope, without those that blind marking hides from them. */
export async function pageRecords(ctx: Ctx, { params, ...paging }: Input<typeof evidence.paging>): Promise<Output<typeof evidence.paging>> {
  const { examId, title = '', realName = '', state, verdict } = params
  const length = sql<number>`(select coalesce(max(s.ms), 0)::bigint / 1000 from (
    select sum(t.length_ms) as ms from paper_track t where t.paper_id = r.paper_id group by t.track) as s)`
  const query = ctx.db
    .selectFrom('paperRecord as r')
    .innerJoin('paper', 'paper.id', 'r.paperId')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(await withinPaperScope(ctx))
    .where(sql<boolean>`not ${blindTo(ctx)}`)
    .$if(examId !== undefined, (q) => q.where('r.examId', '=', examId!))
    .$if(title !== '', (q) => q.where('paper.title', 'ilike', containing(title)))
    .$if(state !== undefined, (q) => q.where('r.state', '=', state!))
    .$if(verdict !== undefined, (q) => q.where('r.verdict', '=', verdict!))
    .$if(realName !== '', (q) => q.where('sysUser.id', '=', usersNamed(realName)))
    .select(['r.paperId', 'r.examId', 'r.camera', 'r.sound', 'r.screen', 'r.phone', 'r.state', 'r.keepUntil', 'r.verdict'])
    .select(['paper.title', 'paper.startTime', 'flagTimes', 'realName', 'userName'])
    .select([
      sql<string>`coalesce(dept_name, '')`.as('deptName'),
      sql<number>`(${length})::int`.as('seconds'),
      sql<number>`(select coalesce(sum(t.bytes), 0)::float8 from paper_track t where t.paper_id = r.paper_id)`.as('bytes'),
    ])
  const sortable = { startTime: 'paper.startTime', flagTimes: 'flagTimes', keepUntil: 'r.keepUntil' }
  const page = await pageOf(query, paging, sortable, [['r.paperId', 'desc']])
  return { ...page, records: page.records.map(({ deptName, ...row }) => ({ ...row, deptCode_dictText: deptName })) }
}

const partsOf = (db: Database, paperId: string) =>
  db
    .selectFrom('paperTrack')
    .where('paperId', '=', paperId)
    .where('bytes', '>', '0')
    .where('initBytes', '>', 0)
    .orderBy('part')
    .select(['id', 'track', 'part', 'mime', 'beginTime', 'startTime', 'lengthMs', 'bytes', 'initBytes', 'clusters', 'keySealed'])
    .execute()

/** One recording on the axis of its paper. Fails notFound. */
export async function findReplay(ctx: Ctx, { paperId }: Input<typeof evidence.detail>): Promise<Output<typeof evidence.detail>> {
  const { app, user, now } = ctx
  const found = await mustReplay(ctx, paperId)
  const { camera, sound, screen, phone, startTime, handTime, paperState: state } = found
  const stored = await partsOf(ctx.db, paperId)
  const secret = await app.storage.secret()
  const missing = await missingOf(ctx.db, paperId)
  const shown = stored.flatMap((part) => {
    const zeroMs = (part.startTime ?? part.beginTime).getTime() - startTime.getTime()
    const whole = { ...part, bytes: Number(part.bytes), clusters: unpackClusters(part.clusters) }
    return stretchesOf(whole, missing(part.id)).map((one, stretch) => ({
      id: part.id,
      track: part.track,
      part: part.part,
      stretch,
      zeroMs,
      mime: part.mime,
      bytes: one.bytes,
      init: part.initBytes,
      fromMs: zeroMs + one.fromMs,
      toMs: zeroMs + one.toMs,
      clusters: one.clusters.map(({ at, time }): [number, number] => [at, time]),
      address: part.keySealed === '' ? '' : mediaAddress(secret, part.id, user.id, now),
    }))
  })
  // while the paper is open, what comes next is no hole
  const last = Math.max(0, ...shown.map((one) => one.toMs))
  const handMs = handTime ? handTime.getTime() - startTime.getTime() : undefined
  const endMs = Math.max(last, handMs ?? 0)
  const wanted = { [RecordTrack.camera]: camera, [RecordTrack.screen]: screen, [RecordTrack.phone]: phone }
  const tracks = [RecordTrack.camera, RecordTrack.screen, RecordTrack.phone].map((track) => {
    const parts = shown.filter((one) => one.track === track).map(({ track: _track, ...part }) => part)
    const asked = wanted[track]
    return { track, asked, sound: track === RecordTrack.camera && sound, parts, holes: asked ? holesOf(parts, handMs ?? last) : [] }
  })
  return {
    ...found,
    holdMost: holdMostOf(found),
    isVoid: isVoid(found),
    marks: await marksOf(ctx, paperId),
    verdicts: await verdictsOf(ctx.db, paperId),
    paperState: state as keyof typeof paperState,
    zero: startTime,
    endMs,
    tracks: tracks.filter((one) => one.asked || one.parts.length > 0),
  }
}
