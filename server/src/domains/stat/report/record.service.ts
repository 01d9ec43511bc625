// The record of a learner as a PDF of one page: exams and courses.
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { report } from '@shuyuan/contract/stat/report.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { type Block, openPrinter, type SheetDoc, type Tone } from '../../../kernel/typeset/typeset.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { site } from '../../site/config/config.service.ts'

/** As many as fit on the page. */
const EXAMS = 18
const COURSES = 14

const day = (at: Date | null) => (at ? toWallClock(at).slice(0, 10) : '—')
const table = (header: string[], rows: string[][]): Block => ({
  kind: 'table',
  header,
  rows: rows.map((row) => row.map((text) => ({ prose: { text }, tone: 'plain' as Tone }))),
})
const section = (title: string, shown: number, total: number, block: Block): Block[] => [
  { kind: 'heading', text: title, aside: total > shown ? `最近 ${shown} 项，共 ${total} 项` : `共 ${total} 项` },
  ...(total === 0 ? [] : [block]),
]

type Reader = {
  /** a condition on sys_user: whose record the caller may print */
  people: Expression<SqlBool>
  /** a condition on exam: results that the caller may see */
  shown: Expression<SqlBool>
  account: boolean
}

const papersOf = ({ db }: Ctx, userId: string, { shown }: Reader) =>
  db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'paper.examId')
    .where('paper.userId', '=', userId)
    .where('paper.state', '=', PaperState.done)
    .where(shown)
    .orderBy('paper.id', 'desc')
    .select(['paper.title', 'paper.startTime', 'paper.score', 'paper.passed'])
    .select(sql<number>`coalesce(paper.marked_total, paper.total_score)`.as('total'))
    .execute()

const coursesOf = ({ db }: Ctx, userId: string) =>
  db
    .selectFrom('courseLearn')
    .innerJoin('course', 'course.id', 'courseLearn.courseId')
    .where('courseLearn.userId', '=', userId)
    .orderBy('courseLearn.lastTime', 'desc')
    .select(['course.title', 'courseLearn.lastTime', 'courseLearn.finishTime'])
    .select(
      sql<number>`coalesce((select sum(learn_sec) from course_file_learn f
        where f.user_id = course_learn.user_id and f.course_id = course_learn.course_id), 0)::int`.as('sec'),
    )
    .execute()

async function recordOf(ctx: Ctx, userId: string, reader: Reader): Promise<SheetDoc & { realName: string }> {
  const person = must(
    await ctx.db
      .selectFrom('sysUser')
      .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
      .where('sysUser.id', '=', userId)
      .where(reader.people)
      .select(['realName', 'userName', 'deptName', 'sysUser.createTime', 'lastLogin'])
      .executeTakeFirst(),
  )
  const [papers, courses] = [await papersOf(ctx, userId, reader), await coursesOf(ctx, userId)]
  const exams = papers
    .slice(0, EXAMS)
    .map((one) => [
      one.title,
      day(one.startTime),
      `${formatPoints(one.score ?? 0)} / ${formatPoints(one.total)}`,
      one.passed ? '及格' : '不及格',
    ])
  const learnt = courses
    .slice(0, COURSES)
    .map((one) => [
      one.title,
      day(one.lastTime),
      `${Math.round(one.sec / 60)} 分钟`,
      one.finishTime ? `${day(one.finishTime)} 学完` : '学习中',
    ])
  return {
    realName: person.realName,
    school: (await site(ctx)).siteName,
    title: '学员档案',
    running: `学员档案　${person.realName}`,
    foot: `生成于 ${toWallClock(ctx.now)}`,
    facts: [
      ['姓名', person.realName],
      ...(reader.account ? [['账号', person.userName] as [string, string]] : []),
      ['部门', person.deptName ?? '—'],
      ['建立', day(person.createTime)],
      ['最近登录', day(person.lastLogin)],
      ['考试', `${papers.length} 次，及格 ${papers.filter((one) => one.passed).length} 次`],
      ['课程', `${courses.length} 门，学完 ${courses.filter((one) => one.finishTime !== null).length} 门`],
    ],
    blocks: [
      ...section('考试', exams.length, papers.length, table(['考试', '日期', '得分', '结果'], exams)),
      ...section('课程', learnt.length, courses.length, table(['课程', '最近学习', '学习时长', '进度'], learnt)),
    ],
  }
}

/** Fails notFound for a user outside the caller's data scope. */
export async function printRecord(ctx: Ctx, { userId }: Input<typeof report.record>): Promise<FileReply> {
  return printRecordOf(ctx, userId, { people: await withinDataScope(ctx), shown: sql<SqlBool>`true`, account: true })
}

/** Fails notFound for a user of whom the reader may not print a record. */
export async function printRecordOf(ctx: Ctx, userId: string, reader: Reader): Promise<FileReply> {
  const { realName, ...doc } = await recordOf(ctx, userId, reader)
  const printer = await openPrinter(ctx.app)
  try {
    const body = await printer.print(doc, [], async () => undefined)
    return { name: `学员档案_${realName}.pdf`, type: 'application/pdf', body }
  } finally {
    await printer.close()
  }
}
