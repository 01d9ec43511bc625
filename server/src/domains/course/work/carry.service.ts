// Hand-ins of another system, for npm run migrate: stored with their old times. They finish no lesson, tell no one and announce nothing.
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, json } from '../../../kernel/database.ts'
import { finalScoreOf, lateDaysOf } from './work.rules.ts'

/** `score` in 1/100 point, null: not marked; `files`: addresses of uploads with the names to show. */
export type CarriedHand = {
  courseId: string
  fileId: string
  userId: string
  tryNo: number
  content: string
  files: readonly { title: string; fileUrl: string }[]
  handTime: Date
  score: number | null
  comment: string
  markBy: string | null
  markTime: Date | null
  /** another try follows: without a mark it was returned */
  isFollowed: boolean
}

const stateOf = ({ score, isFollowed }: CarriedHand): HandState => {
  if (score !== null) return HandState.marked
  return isFollowed ? HandState.returned : HandState.handed
}

/** Adds one try. @returns its id; undefined where the user has this try already */
export async function carryHand({ db, now }: Ctx, { files, score, isFollowed, ...hand }: CarriedHand): Promise<string | undefined> {
  const work = await db.selectFrom('courseWork').where('fileId', '=', hand.fileId).selectAll().executeTakeFirstOrThrow()
  const lateDays = lateDaysOf(work.deadlineTime, hand.handTime)
  const finalScore = score === null ? null : finalScoreOf(score, work, lateDays)
  const added = await db
    .insertInto('courseWorkHand')
    .values({
      ...hand,
      state: stateOf({ ...hand, files, score, isFollowed }),
      createTime: hand.handTime,
      saveTime: hand.handTime,
      lateDays,
      score,
      finalScore,
      passed: finalScore === null ? null : finalScore >= work.passScore,
      lines: json([]),
    })
    .onConflict((oc) => oc.columns(['userId', 'courseId', 'fileId', 'tryNo']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added || files.length === 0) return added?.id
  await sql`insert into course_work_file (hand_id, sort, title, file_url, file_size, file_type, create_time)
    select ${added.id}, one.at - 1, one.title, f.url, f.size, f.type, ${now}::timestamptz
    from jsonb_to_recordset(${json(files.map((one, at) => ({ ...one, at: at + 1 })))}::jsonb) as one (title text, "fileUrl" text, at int)
    join common_file f on f.url = one."fileUrl"`.execute(db)
  return added.id
}

/** Takes back what carryHand added; the uploads stay. */
export async function removeHands({ db }: Ctx, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('courseWorkHand').where(among('id', ids)).execute()
}
