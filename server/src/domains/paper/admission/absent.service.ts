// Absent candidates: recorded after the exam has ended; before that, computed from the candidates expected now.
import type { recordAnswers, watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { type RawBuilder, sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among, lookedUp } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { mustWatch } from '../../exam/entry/invigilation.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { invitedTo, isInvited, namesPeople } from './invited.service.ts'

const EXAMS_A_SWEEP = 20
/** An order by name sorts or passes over everybody before the page. */
const DEEPEST = 2_000
/** A page behind so many people. */
const DEEP = 500

/** A query (user_id): the recorded list of an ended exam, otherwise the candidates expected now; without those who have opened a paper. */
export const missing = (examId: string) => sql<{ userId: string }>`(
  select u.user_id from (
    select m.user_id from paper_missed m where m.exam_id = ${examId}
    union all
    select invited.user_id from (${invitedTo(examId)}) as invited
      where not exists (select from paper_missed_exam n join exam e on e.id = n.exam_id and e.version = n.exam_version where n.exam_id = ${examId})
  ) as u
  where not exists (select from paper p where p.exam_id = ${examId} and p.user_id = u.user_id and p.state >= ${sql.lit(PaperState.open)})
  group by u.user_id)`

/**
 * `missing` as a condition on sys_user, for an exam of this open type, which names people. It looks at one person at a time, so that the first
 * page of a list needs not all of them.
 * @param isRecorded whether the absent of the exam as it is now are recorded; asked of the database if undefined
 */
export function isMissing(examId: string, openType: number, isRecorded?: boolean): RawBuilder<boolean> {
  const recorded = sql<boolean>`exists (select from paper_missed m where m.exam_id = ${examId}::bigint and m.user_id = sys_user.id)`
  const asked = isRecorded === undefined ? sql<boolean>`(select exists (${recordOf(examId)}))` : sql.lit(isRecorded)
  const either = isRecorded ? recorded : sql<boolean>`(${recorded} or not ${asked} and ${isInvited(examId, openType)})`
  return sql<boolean>`(${either} and not exists (
    select from paper p where p.exam_id = ${examId}::bigint and p.user_id = sys_user.id and p.state >= ${sql.lit(PaperState.open)}))`
}

/** `isMissing` with a record, for a page behind many people: the absent are found once, and not asked for one by one. */
const amongRecorded = (examId: string) =>
  lookedUp(sql`sys_user.id in (select m.user_id from paper_missed m where m.exam_id = ${examId}::bigint and not exists (
    select from paper p where p.exam_id = ${examId}::bigint and p.user_id = m.user_id and p.state >= ${sql.lit(PaperState.open)}))`)

const recordOf = (examId: string) => sql`select from paper_missed_exam n join exam e on e.id = n.exam_id and e.version = n.exam_version
  where n.exam_id = ${examId}::bigint`

/** A condition on table exam `e`: no candidate may start any more, extra time and overrides included. */
export const hasEnded = (now: Date) => sql<boolean>`(coalesce(e.end_time < ${now}
  and e.end_time + (select coalesce(max(x.close_minutes), 0) from exam_extra x where x.exam_id = e.id) * interval '1 min' < ${now}
  and not exists (select from exam_override o where o.exam_id = e.id and o.end_time > ${now}), false))`

/** What the candidate of table sys_user answered to the notice of recording. */
const answerOf = (examId: string) => sql`(
  case when exists (select from exam_record_exempt x where x.exam_id = ${examId}::bigint and x.user_id = sys_user.id) then 'exempt'
  else coalesce((select case when c.agreed then 'agreed' else 'refused' end from exam_record_consent c
    where c.user_id = sys_user.id and c.exam_id = ${examId}::bigint order by c.id desc limit 1), 'none') end)`

/** One page, by name: candidates absent from an ended exam, or not started yet in a running one. Fails notFound. */
export async function pageMissed(ctx: Ctx, { params, ...paging }: Input<(typeof watch)['miss-paging']>) {
  const { db, now } = ctx
  const { examId = '0', realName } = params
  const { people } = await mustWatch(ctx, examId)
  const exam = must(
    await db
      .selectFrom('exam as e')
      .where('id', '=', examId)
      .select(['openType', hasEnded(now).as('isOver'), sql<boolean>`exists (${recordOf(examId)})`.as('isRecorded')])
      .select(sql<boolean>`(record_camera or record_screen or record_phone)`.as('records'))
      .executeTakeFirst(),
  )
  const missState = exam.isOver ? ('missed' as const) : ('awaited' as const)
  const isDeep = exam.isRecorded && (paging.current - 1) * paging.size >= DEEP
  const absent = isDeep ? amongRecorded(examId) : isMissing(examId, exam.openType, exam.isRecorded)
  // without the joins of the rows: even one that is left out keeps the database from reading an index alone
  const found = db
    .selectFrom('sysUser')
    .where(namesPeople(exam.openType) ? absent : sql<boolean>`false`)
    .where(people)
    .$if(!!realName, (q) => q.where('sysUser.id', '=', usersNamed(realName ?? '')))
  const read = (ids: string[]) =>
    db
      .selectFrom('sysUser')
      .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
      .where(among('sysUser.id', ids))
      .select(['sysUser.id', 'userName', 'realName', 'deptName', 'mobile'])
      .select(sql<keyof typeof recordAnswers | null>`${exam.records ? answerOf(examId) : sql`null`}`.as('recordAnswer'))
      .execute()
  const page = await keyedPageOf(db, found, paging, {
    key: 'sysUser.id',
    read,
    sortable: { realName: 'realName', userName: 'userName' },
    fallback: [
      ['sysUser.createTime', 'asc'],
      ['sysUser.id', 'asc'],
    ],
    deepest: DEEPEST,
  })
  const records = page.records.map(({ id, deptName, mobile, recordAnswer, ...row }) => ({
    ...row,
    ...(recordAnswer === null ? {} : { recordAnswer }),
    userId: id,
    deptCode_dictText: deptName ?? '',
    mobile: mobile ?? '',
    missState,
  }))
  return { ...page, records }
}

/**
 * Records the absent candidates of exams that have ended, extra time included, and deletes their prepared papers. Repeats it for an exam that was
 * changed after the record, because its end may have moved.
 * @returns the number of exams
 */
export async function recordMissed(app: App): Promise<number> {
  const now = app.clock()
  const { rows } = await sql<{ id: string; version: number }>`select e.id, e.version from exam e
    where e.open_type in (${sql.lit(ExamOpenType.departs)}, ${sql.lit(ExamOpenType.persons)}) and ${hasEnded(now)}
      and not exists (select from paper_missed_exam n where n.exam_id = e.id and n.exam_version = e.version)
      and not exists (select from paper p where p.exam_id = e.id and p.state = ${sql.lit(PaperState.open)})
    order by e.id limit ${EXAMS_A_SWEEP}`.execute(app.db)
  for (const { id, version } of rows) await publishExamChange(app, id, version, now)
  return rows.length
}

function publishExamChange(app: App, examId: string, version: number, now: Date) {
  return app.db.transaction().execute(async (db) => {
    await db
      .insertInto('paperMissedExam')
      .values({ examId, examVersion: version, createTime: now })
      .onConflict((conflict) => conflict.column('examId').doUpdateSet({ examVersion: version, createTime: now }))
      .execute()
    await db.deleteFrom('paperMissed').where('examId', '=', examId).execute()
    await sql`insert into paper_missed (exam_id, user_id) select ${examId}, user_id from (${invitedTo(examId)}) as invited
      where not exists (select from paper p where p.exam_id = ${examId} and p.user_id = invited.user_id and p.state >= ${sql.lit(PaperState.open)})`.execute(
      db,
    )
    await db.deleteFrom('paper').where('examId', '=', examId).where('state', '=', PaperState.prepared).execute()
  })
}
