// What happens in other domains and counts on learning paths.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { lessonKinds } from '@shuyuan/contract/path/stage.ts'
import { type FinishedLesson, onLessonFinished } from '../course/learn/lesson-finished.service.ts'
import { onCourseFinished } from '../course/progress/finish.service.ts'
import { onScoreSettled, type Settled } from '../paper/grade/shown-score.service.ts'
import { passShown } from '../paper/result/own-result.service.ts'
import { onSurveyAnswered } from '../survey/answer.service.ts'
import { onTrained } from '../train/answer.service.ts'
import { type Due, recount, settle } from './progress.service.ts'

/** Subscribes; once, at the start of the server. Anonymous surveys are read by the hourly job. */
export function followPaths(app: App): void {
  onCourseFinished(app, 'path', (ctx, { courseId, userId }) => settle(ctx, { kind: 'course', userId }, sql`select ${courseId}::bigint`))
  onLessonFinished(app, 'path', settleLesson)
  onScoreSettled(app, 'path', async (ctx, settled) => {
    for (const one of await onPaths(ctx, settled)) await settleExam(ctx, one)
  })
  onSurveyAnswered(app, 'path', ({ surveyId, userId }) =>
    ownTransaction(app, (ctx) => settle(ctx, { kind: 'survey', userId }, sql`select ${surveyId}::bigint`)),
  )
  onTrained(app, 'path', ({ repoId, userId }) => settleTraining(app, repoId, userId))
}

/** The exam and those that it makes up for. */
const upwards = (examId: string) => sql`with recursive up as (select id, make_up_of from exam where id = ${examId}::bigint
  union select e.id, e.make_up_of from exam e join up on e.id = up.make_up_of) select id from up`

/**
 * Finds the results that matter to a path: the person has an unfinished path with this exam, or with an exam that it makes up for. One statement for
 * all, because most halls have no such path.
 */
async function onPaths({ db }: Due, settled: readonly Settled[]): Promise<Settled[]> {
  const { rows } = await sql<{ at: number }>`
    with recursive up (of_exam, id, make_up_of) as (select id, id, make_up_of from exam where id = any(${settled.map((one) => one.examId)}::bigint[])
      union select up.of_exam, e.id, e.make_up_of from exam e join up on e.id = up.make_up_of)
    select distinct s.at::int - 1 as at
    from unnest(${settled.map((one) => one.userId)}::bigint[], ${settled.map((one) => one.examId)}::bigint[]) with ordinality as s (user_id, exam_id, at)
    join path_user u on u.user_id = s.user_id and u.finish_time is null
    join up on up.of_exam = s.exam_id
    where exists (select from path_item i where i.kind = 'exam' and i.ref_id = up.id and i.path_id = u.path_id)
      or exists (select from path_done d where d.kind = 'exam' and d.ref_id = up.id and d.path_id = u.path_id and d.user_id = u.user_id)
    order by 1`.execute(db)
  return rows.map(({ at }) => settled[at]!)
}

/** A result that is taken back counts no more, as long as the path is not finished. */
async function settleExam(ctx: Due, { examId, userId, gone }: Settled): Promise<void> {
  const { rows } = await sql<{
    pathId: string
  }>`delete from path_done d using path_user u where u.path_id = d.path_id and u.user_id = d.user_id and u.finish_time is null
    and d.user_id = ${userId}::bigint and d.kind = 'exam' and d.ref_id in (${upwards(examId)})
    and not exists (with recursive down as (select d.ref_id as id union select e.id from exam e join down on e.make_up_of = down.id)
      select from down join paper on paper.exam_id = down.id and paper.user_id = d.user_id join exam on exam.id = paper.exam_id
      where paper.state = ${sql.lit(PaperState.done)} and paper.passed and ${passShown(ctx.now)} and paper.id <> all(${gone}::bigint[])
        and (u.round = 1 or paper.hand_time >= u.start_time))
    returning d.path_id`.execute(ctx.db)
  for (const { pathId } of rows) await recount(ctx, pathId, [userId])
  if (gone.length === 0) await settle(ctx, { kind: 'exam', userId }, upwards(examId))
}

/** One that was recorded by mistake counts no more, as long as the path is not finished. */
async function settleLesson(ctx: Due, { fileId, userId, gone }: FinishedLesson): Promise<void> {
  if (!gone) {
    for (const kind of lessonKinds) await settle(ctx, { kind, userId }, sql`select ${fileId}::bigint`)
    return
  }
  const { rows } = await sql<{
    pathId: string
  }>`delete from path_done d using path_user u where u.path_id = d.path_id and u.user_id = d.user_id and u.finish_time is null
    and d.user_id = ${userId}::bigint and d.kind = any(${lessonKinds}::text[]) and d.ref_id = ${fileId}::bigint
    and not exists (select from course_file_learn l where l.user_id = d.user_id and l.file_id = d.ref_id and l.finish_time is not null)
    returning d.path_id`.execute(ctx.db)
  for (const { pathId } of rows) await recount(ctx, pathId, [userId])
}

/** After each answer: only when a path asks for the bank and enough is trained now, a transaction begins. */
async function settleTraining(app: App, repoId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ pathId: string }>`
    select i.path_id from path_item i join path_user u on u.path_id = i.path_id and u.user_id = ${userId}::bigint and u.finish_time is null
    where i.kind = 'repo' and i.ref_id = ${repoId}::bigint
      and not exists (select from path_done d where d.path_id = i.path_id and d.user_id = u.user_id and d.kind = 'repo' and d.ref_id = i.ref_id)
      and i.amount <= (select sum(t.answer_count) from train t where t.user_id = u.user_id and t.repo_id = i.ref_id
        and (u.round = 1 or t.create_time >= u.start_time))
    limit 1`.execute(app.db)
  if (rows.length > 0) await ownTransaction(app, (ctx) => settle(ctx, { kind: 'repo', userId }, sql`select ${repoId}::bigint`))
}
