// Exams and courses in progress, on the start page of the back office.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import type { courseDash } from '@shuyuan/contract/stat/total.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { pageOf } from '../../../kernel/page.ts'
import { briefly, type Reach, reachOf, scaled, scaleOf } from '../figure/briefly.service.ts'

type Exams = (typeof examStat)['dash-exam-list']
type Courses = (typeof courseDash)['dash-course-list']

/** How many users within reach have a paper of one exam open, and how many have handed one in and have none open, as the invigilator sees them. */
const papersOf = (ctx: Ctx, { key, people }: Reach, examId: string) =>
  briefly(ctx, `papers ${examId} ${key}`, async () => {
    const papers = ctx.app.db
      .selectFrom('paper')
      .where('paper.examId', '=', examId)
      .where('paper.state', 'in', [PaperState.open, PaperState.marking, PaperState.done])
      .groupBy('paper.userId')
      .select(sql<boolean>`bool_or(paper.state = ${sql.lit(PaperState.open)})`.as('isOpen'))
    const persons = people ? papers.innerJoin('sysUser', 'sysUser.id', 'paper.userId').where(people) : papers
    return ctx.app.db
      .selectFrom(persons.as('person'))
      .select([
        sql<number>`(count(*) filter (where is_open))::int`.as('procCount'),
        sql<number>`(count(*) filter (where not is_open))::int`.as('handCount'),
      ])
      .executeTakeFirstOrThrow()
  })

/** How many users within reach learn a course and have finished it. */
const learnersOf = (ctx: Ctx, { key, people }: Reach, courseId: string) =>
  briefly(ctx, `learners ${courseId} ${key}`, async () => {
    const query = ctx.app.db
      .selectFrom('courseLearn')
      .where('courseLearn.courseId', '=', courseId)
      .select([
        sql<number>`(count(*) filter (where finish_time is null))::int`.as('procCount'),
        sql<number>`(count(*) filter (where finish_time is not null))::int`.as('finishCount'),
      ])
    return (people ? query.innerJoin('sysUser', 'sysUser.id', 'courseLearn.userId').where(people) : query).executeTakeFirstOrThrow()
  })

/** One page of running exams, latest start first; papers within the caller's data scope. */
export async function pageRunningExams(ctx: Ctx, { params, ...paging }: Input<Exams>): Promise<Output<Exams>> {
  const { db, now } = ctx
  const query = db
    .selectFrom('exam')
    .where('state', '=', ExamState.enabled)
    .where((e) => e.or([e('startTime', 'is', null), e('startTime', '<=', now)]))
    .where((e) => e.or([e('endTime', 'is', null), e('endTime', '>', now)]))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select(['exam.id', 'exam.title'])
  const page = await pageOf(query, paging, { title: 'exam.title', startTime: 'exam.startTime' }, [
    ['exam.startTime', 'desc nulls last'],
    ['exam.id', 'desc'],
  ])
  const [reach, scale] = await Promise.all([reachOf(ctx), scaleOf(ctx)])
  const records = await Promise.all(
    page.records.map(async (row) => {
      const { procCount, handCount } = await papersOf(ctx, reach, row.id)
      return { ...row, procCount: scaled(procCount, scale), handCount: scaled(handCount, scale) }
    }),
  )
  return { ...page, records }
}

/** One page of courses that can be learnt now, latest first; learners within the caller's data scope. */
export async function pageRunningCourses(ctx: Ctx, { params, ...paging }: Input<Courses>): Promise<Output<Courses>> {
  const { db, now } = ctx
  const query = db
    .selectFrom('course')
    .where('state', '=', CourseState.enabled)
    .where((e) => e.or([e('startTime', 'is', null), e('startTime', '<=', now)]))
    .where((e) => e.or([e('endTime', 'is', null), e('endTime', '>', now)]))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select(['course.id', 'course.title'])
  const page = await pageOf(query, paging, { title: 'course.title', startTime: 'course.startTime' }, [['course.id', 'desc']])
  const [reach, scale] = await Promise.all([reachOf(ctx), scaleOf(ctx)])
  const records = await Promise.all(
    page.records.map(async (row) => {
      const { procCount, finishCount } = await learnersOf(ctx, reach, row.id)
      return { ...row, procCount: scaled(procCount, scale), finishCount: scaled(finishCount, scale) }
    }),
  )
  return { ...page, records }
}
