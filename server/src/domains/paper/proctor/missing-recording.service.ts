// Raises a signal for a recording that does not arrive although the page is online, as a changed page could record nothing, and for one whose sound arrives without pictures.
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { PHONE_GONE_MS } from '@shuyuan/contract/paper/record/phone.ts'
import { RecordState, RecordTrack, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { signalsOf } from '../../exam/exam.service.ts'
import { isThere, seenSince } from '../attempt/clock/presence.service.ts'
import { raiseSignal } from '../attempt/clock/signal.service.ts'
import { sendPush, storePush } from '../channel/push.service.ts'

const BATCH = 500
/** Two pieces. Two looks of the sweeper, 15 s apart, come on top: a reload and the choice of a screen take their time. */
const SILENT = sql`interval '20 seconds'`
/** A phone may be called, locked or moved. */
const PHONE_SILENT = sql`interval '${sql.raw(String(PHONE_GONE_MS))} ms'`
/** After the start of the paper, to fetch a phone and to put it up. */
const PHONE_SETUP = sql`interval '2 minutes'`

/** Tracks that were silent in the previous run. */
const suspectsOf = appPart(() => ({ keys: new Set<string>() }))

type Silent = {
  id: string
  track: RecordTrack
  /** the last bytes with pictures, else the start of the paper */
  last: Date
  signals: unknown
  signalLimit: number
  leaveLimit: number
  faceChance: number
}

/** Raises one signal for each gap of a track. @returns the number of gaps */
export async function recordMissingRecordings(app: App): Promise<number> {
  const now = app.clock()
  const late = await silent(app, now)
  const suspects = suspectsOf(app)
  const keyOf = ({ id, track }: Silent) => `${id}:${track}`
  const sure = late.filter((row) => suspects.keys.has(keyOf(row)))
  suspects.keys = new Set(late.map(keyOf))
  let counted = 0
  for (const { id, track, last, signals, ...terms } of sure) {
    const data = { track: recordTrack[track] }
    const kind = track === RecordTrack.phone ? 'phone' : 'recording'
    const signal = { paperId: id, kind, eventId: `recording:${track}:${last.getTime()}`, data } as const
    const { isNew, verdict, message } = await raiseSignal(app, signal, { ...terms, signals: signalsOf({ signals }) })
    if (!isNew) continue
    counted++
    if (verdict === 'warn') await sendPush(app, await storePush(app.db, [id], { type: 'msg', message }, now))
  }
  return counted
}

/** Open papers whose page is online, with the tracks that they should record and that are silent. */
async function silent({ db }: App, now: Date): Promise<Silent[]> {
  const isPhone = sql`asked.track = ${sql.lit(RecordTrack.phone)}`
  const { rows } = await sql<Silent>`
    select paper.id::text, asked.track, found.last, exam.signals, exam.signal_limit, exam.leave_limit, exam.face_chance
    from paper_record r join paper on paper.id = r.paper_id join exam on exam.id = r.exam_id
      cross join lateral (values (${sql.lit(RecordTrack.camera)}, r.camera), (${sql.lit(RecordTrack.screen)}, r.screen), (${sql.lit(RecordTrack.phone)}, r.phone)) as asked (track, is_on)
      cross join lateral (select greatest(paper.start_time + case when ${isPhone} then ${PHONE_SETUP} else interval '0' end, max(coalesce(t.dark_time, t.last_time))) as last from paper_track t
        where t.paper_id = r.paper_id and t.track = asked.track) as found
    where r.state in (${sql.lit(RecordState.recording)}, ${sql.lit(RecordState.waiting)}) and paper.state = ${sql.lit(PaperState.open)} and paper.ex_state = ${sql.lit(ExState.normal)} and asked.is_on
      and ${isThere(seenSince(now))} and found.last < ${now}::timestamptz - case when ${isPhone} then ${PHONE_SILENT} else ${SILENT} end
      and not exists (select from exam_record_exempt x where x.exam_id = r.exam_id and x.user_id = paper.user_id)
    order by paper.id, asked.track limit ${BATCH}`.execute(db)
  return rows
}
