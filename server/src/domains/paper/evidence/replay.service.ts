// Recordings for replay: one recording on its time axis, and the bytes of its parts.
import type { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { sql } from 'kysely'
import { mediaAddress } from '../record/part-address.service.ts'
import { unpackClusters } from '../record/cluster.format.ts'
import { missingOf } from '../record/cloud/missing-piece.service.ts'
import { stretchesOf } from '../record/cloud/stretch.rules.ts'
import { holesOf } from './axis.rules.ts'
import { marksOf } from './mark.service.ts'
import { holdMostOf, isVoid, mustReplay } from './replay-scope.service.ts'
import { verdictsOf } from './verdict-list.service.ts'

const partsOf = (db: Database, paperId: string) =>
  db
    .selectFrom('paperTrack')
    .where('paperId', '=', paperId)
    .where('bytes', '>', '0')
    .where('initBytes', '>', 0)
    .orderBy('part')
    .select(['id', 'track', 'part', 'mime', 'beginTime', 'startTime', 'lengthMs', 'bytes', 'initBytes', 'clusters', 'keySealed', 'speech'])
    .execute()

/** Of a paper that saves all the time the first ones are shown. */
const MOST_ANSWERS = 5_000

/** When answers of a paper were saved: milliseconds after its start, one for each second with a save. */
async function answersOf(db: Database, paperId: string, zero: Date): Promise<number[]> {
  const second = sql<number>`floor(extract(epoch from saved_at - ${zero}::timestamptz))::int`
  const rows = await db
    .selectFrom('paperAnswerLog')
    .where('paperId', '=', paperId)
    .where('savedAt', '>=', zero)
    .select(second.as('second'))
    .distinct()
    .orderBy('second')
    .limit(MOST_ANSWERS)
    .execute()
  return rows.map((row) => row.second * 1_000)
}

type Heard = { speech: unknown; startTime: Date | null; beginTime: Date }
/** The times with something like speech of a part, on the axis of its paper. */
function spokenIn({ speech, startTime, beginTime }: Heard, zero: Date) {
  const partMs = (startTime ?? beginTime).getTime() - zero.getTime()
  return (speech as Spoken[]).map(([from, to]) => ({ fromMs: Math.max(0, partMs + from), toMs: Math.max(0, partMs + to) }))
}

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
    answers: await answersOf(ctx.db, paperId, startTime),
    speech: stored.flatMap((part) => spokenIn(part, startTime)),
    tracks: tracks.filter((one) => one.asked || one.parts.length > 0),
  }
}
