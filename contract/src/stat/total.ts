// The start page of the back office: totals, what is to be done today, and the courses in progress.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import { keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { totalTitles, type TotalName } from '../sys/site/total-name.ts'

const names = Object.keys(totalTitles) as TotalName[]
const eachTotal = <T extends z.ZodType>(make: (name: TotalName) => T) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<TotalName, T>

/** The ten totals of the specification; one of a module that is switched off, or of a domain that this server lacks, is missing. */
export const totalNum = endpoints('stat/total/num', {
  all: query({
    title: '数据总数',
    permit: 'dashboard',
    input: z.object({}),
    output: z.object({
      ...eachTotal((name) => z.int().optional().meta({ title: totalTitles[name] })),
      /** by how much each differs from the last count of the day before; missing where that was not counted */
      change: z.object(eachTotal(() => z.int().optional())),
      /** percent by which counts are multiplied; 100 shows them as they are */
      scale: z.int().meta({ title: '放大比例' }),
      time: moment('统计时间'),
    }),
  }),
})

export const courseDash = endpoints('stat/course', {
  'dash-course-list': query({
    title: '进行中的课程',
    permit: 'dashboard',
    input: paging({ title: keyword('课程名称') }),
    output: pageOf(
      z.object({
        id: z.string(),
        title: z.string().meta({ title: '课程名称' }),
        procCount: z.int().meta({ title: '学习中' }),
        finishCount: z.int().meta({ title: '已学完' }),
      }),
    ),
  }),
})

/** Kinds of work that waits; which of them a user gets depends on their permissions. */
export const todoTitles = {
  exams: '今天的考试',
  papers: '待阅答卷',
  applies: '待审考试申请',
  reals: '待审实名认证',
  invoices: '待开发票',
  overdue: '逾期未学完',
} as const
export type TodoName = keyof typeof todoTitles
/** The steps of a new site, in their order. */
export const stepTitles = { bank: '建题库', questions: '导入试题', tmpl: '建试卷模板', exam: '发布考试', marking: '批阅答卷' } as const
export type StepName = keyof typeof stepTitles

export const statWork = endpoints('stat/work', {
  todo: query({
    title: '待办事项',
    permit: 'any',
    input: z.object({}),
    output: z.object({
      /** counted up to 1,000 */
      todos: z.array(z.object({ name: z.enum(Object.keys(todoTitles) as [TodoName, ...TodoName[]]), count: z.int() })),
      /** empty once all are done, and for users who have no part in them */
      steps: z.array(z.object({ name: z.enum(Object.keys(stepTitles) as [StepName, ...StepName[]]), done: z.boolean() })),
    }),
  }),
})

const due = { id: z.string(), title: z.string(), endTime: moment('截止时间').nullable() }

/** What waits for a learner today. */
export const statToday = endpoints('stat/today', {
  mine: query({
    title: '今天',
    permit: 'any',
    input: z.object({}),
    output: z.object({
      /** exams that the caller may still take, ending within a week or open without end, soonest end first */
      exams: z.array(z.object({ ...due, startTime: moment('开始时间').nullable(), going: z.boolean() })),
      /** courses that end within a week or are required, and not finished */
      courses: z.array(z.object({ ...due, required: z.boolean() })),
      /** trainings that were begun, latest first */
      trains: z.array(
        z.object({
          repoId: z.string(),
          title: z.string(),
          mode: z.int(),
          answerCount: z.int(),
          totalCount: z.int(),
          updateTime: moment('最近训练'),
        }),
      ),
    }),
  }),
})
