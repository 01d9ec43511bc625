// What waits for a learner: exams to take, courses to finish, trainings to go on with.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { statToday } from '@shuyuan/contract/stat/total.ts'
import { TrainState } from '@shuyuan/contract/train/train.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { courseAudience } from '../course/catalog/audience.service.ts'
import { examAudience } from '../exam/entry/audience.service.ts'
import { windowFor } from '../exam/entry/override-read.service.ts'
import { site } from '../sys/site/config.service.ts'

type Today = Output<typeof statToday.mine>
const DUE_DAYS = 7
const MOST = 5
const DAY_MS = 86_400_000

/** The caller's exams, courses and trainings of the modules that are on, at most five of each. */
export async function readToday(ctx: Ctx): Promise<Today> {
  const { moduleCourse, moduleExam } = (await site(ctx)).props
  const [exams, courses, trains] = await Promise.all([
    moduleExam ? dueExams(ctx) : [],
    moduleCourse ? dueCourses(ctx) : [],
    moduleExam ? openTrains(ctx) : [],
  ])
  return { exams, courses, trains }
}

/** Exams that are open or begin within a week, not passed yet, with a try left. */
async function dueExams(ctx: Ctx): Promise<Today['exams']> {
  const { db, now, user } = ctx
  const window = await windowFor(db, user.id)
  const until = new Date(now.getTime() + DUE_DAYS * DAY_MS)
  const own = sql`from paper p where p.exam_id = exam.id and p.user_id = ${user.id}::bigint`
  return db
    .selectFrom('exam')
    .where('exam.state', '=', ExamState.enabled)
    .where(await examAudience.inScope(ctx))
    .where(sql<boolean>`(${window.start} is null or ${window.start} <= ${until}) and (${window.end} is null or ${window.end} > ${now})`)
    .where(sql<boolean>`not exists (select ${own} and p.state = ${sql.lit(PaperState.done)} and p.passed)`)
    .where(
      sql<boolean>`(exists (select ${own} and p.state = ${sql.lit(PaperState.open)})
        or tries = 0 and not exists (select ${own} and p.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))
        or tries > (select count(*) ${own} and p.state >= ${sql.lit(PaperState.open)}))`,
    )
    .orderBy(window.end, (o) => o.asc().nullsLast())
    .orderBy('exam.id', 'desc')
    .limit(MOST)
    .select(['exam.id', 'exam.title', window.start.as('startTime'), window.end.as('endTime')])
    .select(sql<boolean>`exists (select ${own} and p.state = ${sql.lit(PaperState.open)})`.as('going'))
    .execute()
}

/** Required courses, and courses that end within a week, which the caller may learn and has not finished. */
async function dueCourses(ctx: Ctx): Promise<Today['courses']> {
  const { db, now, user } = ctx
  return db
    .selectFrom('course')
    .leftJoin('courseLearn', (join) => join.onRef('courseLearn.courseId', '=', 'course.id').on('courseLearn.userId', '=', user.id))
    .where('course.state', '=', CourseState.enabled)
    .where(await courseAudience.inScope(ctx))
    .where('courseLearn.finishTime', 'is', null)
    .where((e) => e.or([e('course.startTime', 'is', null), e('course.startTime', '<=', now)]))
    .where((e) => e.or([e('course.endTime', 'is', null), e('course.endTime', '>', now)]))
    .where((e) => e.or([e('course.required', '=', true), e('course.endTime', '<=', new Date(now.getTime() + DUE_DAYS * DAY_MS))]))
    .orderBy('course.endTime', (o) => o.asc().nullsLast())
    .orderBy('course.id', 'desc')
    .limit(MOST)
    .select(['course.id', 'course.title', 'course.endTime', 'course.required'])
    .execute()
}

const openTrains = ({ db, user }: Ctx): Promise<Today['trains']> =>
  db
    .selectFrom('train')
    .innerJoin('repo', 'repo.id', 'train.repoId')
    .where('train.userId', '=', user.id)
    .where('train.state', '=', TrainState.open)
    .where('answerCount', '>', 0)
    .orderBy('train.updateTime', 'desc')
    .limit(3)
    .select(['train.repoId', 'repo.title', 'train.mode', 'answerCount', 'totalCount', 'train.updateTime'])
    .execute()
