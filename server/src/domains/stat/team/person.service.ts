// One person of a leader, as it is now: what waits, results, courses, certificates; the same record as a PDF.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { team } from '@shuyuan/contract/stat/team.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { passShown } from '../../paper/result/own-result.service.ts'
import { printRecordOf } from '../report/record.service.ts'
import { monthOf } from './count.service.ts'
import { hoursOf } from './list.service.ts'
import { teamOf } from './scope.service.ts'
import { thingsOf } from './things.service.ts'

type Person = Output<(typeof team)['person']>
/** Most rows of each kind. */
const MOST = 50

const papersOf = ({ db, now }: Ctx, userId: string): Promise<Person['exams']> =>
  db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('paper.userId', '=', userId)
    .where('paper.state', '=', PaperState.done)
    .where(passShown(now))
    .orderBy('paper.id', 'desc')
    .limit(MOST)
    .select(['paper.id', 'paper.title', 'paper.startTime as time'])
    .select(sql<boolean>`coalesce(paper.passed, false)`.as('passed'))
    .select(sql<number>`coalesce(paper.score, 0)`.as('score'))
    .select(sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('total'))
    .execute()

async function coursesOf({ db }: Ctx, userId: string): Promise<Person['courses']> {
  const rows = await db
    .selectFrom('courseLearn')
    .innerJoin('course', 'course.id', 'courseLearn.courseId')
    .where('courseLearn.userId', '=', userId)
    .orderBy('courseLearn.lastTime', 'desc')
    .limit(MOST)
    .select(['course.id', 'course.title', 'courseLearn.lastTime', 'courseLearn.finishTime'])
    .select(
      sql<number>`coalesce((select sum(learn_sec) from course_file_learn f
        where f.user_id = course_learn.user_id and f.course_id = course_learn.course_id), 0)::int`.as('sec'),
    )
    .execute()
  return rows.map(({ sec, ...row }) => ({ ...row, learnHours: hoursOf(sec) }))
}

const certsOf = ({ db }: Ctx, userId: string): Promise<Person['certs']> =>
  db
    .selectFrom('certGrant')
    .where('userId', '=', userId)
    .where('state', '=', GrantState.valid)
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'title', 'expireTime'])
    .execute()

async function learntThisMonth({ db, now }: Ctx, userId: string): Promise<number> {
  const { rows } = await sql<{ sec: number }>`select coalesce(sum(d.sec), 0)::int as sec
    from generate_series(${monthOf(now)}::date, ${monthOf(now)}::date + 30, interval '1 day') as dates (day)
    join course_learn_day d on d.day = dates.day::date and d.user_id = ${userId}::bigint
    where dates.day < ${monthOf(now)}::date + interval '1 month'`.execute(db)
  return rows[0]?.sec ?? 0
}

async function mustFind(ctx: Ctx, { userId, wide }: Input<(typeof team)['person']>) {
  const { people } = await teamOf(ctx, wide)
  return must(
    await ctx.db
      .selectFrom('sysUser')
      .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
      .where('sysUser.id', '=', userId)
      .where(people)
      .select(['sysUser.id', 'realName', sql<string>`coalesce(dept_name, '')`.as('deptName')])
      .executeTakeFirst(),
  )
}

/** Fails notFound for a person outside the team. */
export async function findPerson(ctx: Ctx, asked: Input<(typeof team)['person']>): Promise<Person> {
  const { app, db, now } = ctx
  const { userId } = asked
  const person = await mustFind(ctx, asked)
  const things = await sql<Person['things'][number]>`with ${await thingsOf(app, now, sql<SqlBool>`sys_user.id = ${userId}::bigint`)}
    select kind, title, start_time, due_time, is_open as open from thing
    order by array_position(array['course', 'exam', 'cert'], kind), due_time nulls last, ref_id limit ${MOST}`.execute(db)
  const [exams, courses, certs, sec] = await Promise.all([
    papersOf(ctx, userId),
    coursesOf(ctx, userId),
    certsOf(ctx, userId),
    learntThisMonth(ctx, userId),
  ])
  return { ...person, learnHours: hoursOf(sec), things: things.rows, exams, courses, certs }
}

/** The record as a PDF: without the account, which may be a phone number, and without results that are not published. */
export async function printTeamRecord(ctx: Ctx, asked: Input<(typeof team)['record']>): Promise<FileReply> {
  const { people } = await teamOf(ctx, asked.wide)
  return printRecordOf(ctx, asked.userId, { people, shown: passShown(ctx.now), account: false })
}
