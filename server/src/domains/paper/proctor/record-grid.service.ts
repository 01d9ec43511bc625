// The newest pictures of recordings for the watch grid (docs/decisions/0223).
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { diskOf } from '../../../kernel/files/disk.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { pictureAddresses } from '../../site/provider/evidence.service.ts'
import { blindTo } from '../grade/paper-scope.service.ts'
import { mediaAddress } from '../record/part-address.service.ts'
import { unpackClusters } from '../record/cluster.format.ts'

/** Two pieces and a slow line. */
const SILENT_MS = 30_000
/** The picture with which a cluster begins; the next one comes later. */
const KEY_WITHIN_MS = 100
type Row = {
  paperId: string
  exempt: boolean
  picture: string
  /** null: the candidate was exempt at the start */
  track: RecordTrack | null
  partId: string | null
  place: string
  mime: string
  lastTime: Date | null
  bytes: string
  initBytes: number
  /** the last two places at which a player can begin */
  newest: Buffer
  /** the last picture has not arrived as a whole; `lastMs` is its time */
  isCut: boolean
  lastMs: number
  battery: number | null
}
type Paper = Output<(typeof recordGrid)['record-grid']>[number]

/** Each open paper of these with its tracks; papers whose candidates the caller does not watch, or that blind marking hides, are left out. Fails notFound. */
export async function recordGridOf(ctx: Ctx, { examId, paperIds }: Input<(typeof recordGrid)['record-grid']>): Promise<Paper[]> {
  const { people } = await mustWatch(ctx, examId)
  const { rows } = await sql<Row>`
    select paper.id::text as paper_id, asked.track, t.id::text as part_id, coalesce(t.mime, '') as mime, coalesce(t.place, '') as place, coalesce(t.dark_time, t.last_time) as last_time,
      coalesce(t.bytes, 0)::text as bytes, coalesce(t.init_bytes, 0) as init_bytes,
      coalesce(substring(t.clusters from greatest(1, octet_length(t.clusters) - 15)), '') as newest,
      coalesce((t.scan ->> 'at')::bigint > t.bytes, false) as is_cut, coalesce(t.length_ms, 0) as last_ms,
      free.user_id is not null as exempt, case when asked.track = ${sql.lit(RecordTrack.phone)} then ph.battery end as battery,
      coalesce((select e.url from paper_event e where e.paper_id = paper.id and e.kind in ('face', 'identity') and e.url <> ''
        order by e.id desc limit 1), sys_user.avatar, '') as picture
    from paper join sys_user on sys_user.id = paper.user_id
      left join paper_record r on r.paper_id = paper.id
      left join paper_phone ph on ph.paper_id = paper.id
      left join exam_record_exempt free on free.exam_id = paper.exam_id and free.user_id = paper.user_id
      left join lateral (values (${sql.lit(RecordTrack.camera)}, r.camera), (${sql.lit(RecordTrack.screen)}, r.screen), (${sql.lit(RecordTrack.phone)}, r.phone)) as asked (track, is_on) on asked.is_on
      left join lateral (select * from paper_track t where t.paper_id = r.paper_id and t.track = asked.track and t.bytes > 0 and t.key_sealed <> ''
        order by t.part desc limit 1) t on true
    where paper.id = any(${paperIds}::bigint[]) and paper.exam_id = ${examId}::bigint and paper.state = ${sql.lit(PaperState.open)}
      and (r.paper_id is not null or free.user_id is not null) and ${people} and not ${blindTo(ctx)}
    order by paper.id, asked.track`.execute(ctx.db)
  const shown = await shownBy(ctx)
  const addressOf = await pictureAddresses(ctx.app)
  const papers = new Map<string, Paper>()
  for (const row of rows) {
    const { paperId, exempt } = row
    const paper = papers.get(paperId) ?? { paperId, exempt, picture: addressOf(row.picture), tracks: [] }
    papers.set(paperId, { ...paper, tracks: row.track === null ? [] : [...paper.tracks, shown({ ...row, track: row.track })] })
  }
  return [...papers.values()]
}

async function shownBy({ app, now, user }: Ctx) {
  const secret = await app.storage.secret()
  const silent = (await diskOf(app).leftAfter(0)) < 0 ? 'full' : 'silent'
  return ({
    track,
    partId,
    mime,
    lastTime,
    bytes,
    initBytes,
    newest,
    isCut,
    lastMs,
    battery,
    place,
  }: Row & { track: RecordTrack }): Paper['tracks'][number] => {
    // a place whose picture is not here as a whole shows nothing
    const key = unpackClusters(newest).findLast(({ time }) => !isCut || lastMs - time > KEY_WITHIN_MS)
    const isPlayable = partId !== null && key !== undefined && initBytes > 0
    return {
      track,
      partId: partId ?? '',
      mime,
      lastAt: lastTime,
      bytes: Number(bytes),
      problem:
        lastTime === null ? 'waiting' : now.getTime() - lastTime.getTime() <= SILENT_MS ? 'none' : place === 'here' ? silent : 'silent',
      address: isPlayable ? mediaAddress(secret, partId, user.id, now) : '',
      init: initBytes,
      from: key?.at ?? 0,
      battery,
    }
  }
}
