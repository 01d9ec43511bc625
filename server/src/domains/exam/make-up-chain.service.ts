// Make-up exams: copies of an exam with other candidates and another window.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { meetsHours } from '@shuyuan/contract/kernel/time-ranges.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { must } from '../../kernel/fail.ts'
import { findExam, saveExam } from './exam.service.ts'
import { invigilatorsOf } from './entry/invigilation.service.ts'

type When = { title: string; startTime: Date | null; endTime: Date | null }

/** Locks the exam against concurrent creation of make-up exams. Fails notFound. */
export async function lockExam({ db }: Ctx, id: string): Promise<void> {
  must(await db.selectFrom('exam').where('id', '=', id).select('id').forUpdate().executeTakeFirst())
}

/** Rows (id): an exam, the exams it makes up for, and all make-up exams of these, recursively. */
export const makeUpChainOf = (examId: string): RawBuilder<{ id: string }> => sql`
  with recursive up as (
    select id, make_up_of from exam where id = ${examId}
    union select e.id, e.make_up_of from exam e join up on e.id = up.make_up_of),
  down as (select id from up union select e.id from exam e join down on e.make_up_of = down.id)
  select id from down`

/** The exam's title and its make-up exams, the newest first. Fails notFound. */
export async function listMakeUps({ db }: Ctx, examId: string) {
  const { title } = must(await db.selectFrom('exam').where('id', '=', examId).select('title').executeTakeFirst())
  const made = await db
    .selectFrom('exam')
    .where('makeUpOf', '=', examId)
    .orderBy('id', 'desc')
    .select(['id', 'title', 'startTime'])
    .execute()
  return { title, made }
}

/** The make-up exam with the same groups, title and window, and its number of candidates. */
export async function findMakeUp({ db }: Ctx, examId: string, groups: readonly string[], { title, startTime, endTime }: When) {
  return db
    .selectFrom('exam')
    .where('makeUpOf', '=', examId)
    .where('title', '=', title)
    .where(sql<boolean>`make_up_groups = ${groups}::text[]`)
    .where(
      sql<boolean>`start_time is not distinct from ${startTime}::timestamptz and end_time is not distinct from ${endTime}::timestamptz`,
    )
    .select(['id', sql<number>`(select count(*)::int from exam_user u where u.exam_id = exam.id)`.as('count')])
    .executeTakeFirst()
}

/** Copies an exam for these users, without the time until which answers are shown. Fails as saveExam. */
export async function makeUpFor(ctx: Ctx, examId: string, { groups, userIds, ...when }: When & { groups: string[]; userIds: string[] }) {
  const stored: Record<string, unknown> = { ...(await findExam(ctx, { id: examId })) }
  const names = Object.keys(exam.save.input.shape).filter((name) => name !== 'id' && name !== 'version')
  const settings = Object.fromEntries(names.map((name) => [name, stored[name]])) as Input<typeof exam.save>
  const { startTime, endTime } = when
  const saved = await saveExam(ctx, {
    ...settings,
    ...when,
    openType: ExamOpenType.persons,
    userIds,
    deptCodes: [],
    groupIds: [],
    invigilatorIds: (await invigilatorsOf(ctx, examId)).map((one) => one.id),
    password: '',
    answerUntil: null,
    // its time was chosen without the hours of the original
    openHours: startTime && endTime && !meetsHours(settings.openHours, startTime, endTime) ? '' : settings.openHours,
  })
  await ctx.db.updateTable('exam').set({ makeUpOf: examId, makeUpGroups: groups }).where('id', '=', saved.id).execute()
  return saved
}
