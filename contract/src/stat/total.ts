// The start page of the back office: totals, what is to be done today, and the courses in progress.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { count, flag, keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { totalTitles, type TotalName } from '../site/config/total-name.ts'

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
export const stepTitles = {
  password: '更换初始密码',
  site: '填写站点名称和单位类型',
  departs: '建部门',
  people: '添加人员',
  roles: '分配角色',
  mail: '配置邮件服务',
  backup: '做一次备份',
  bank: '建题库',
  questions: '导入试题',
  tmpl: '建试卷模板',
  exam: '发布考试',
  marking: '批阅答卷',
  course: '建课程',
  cert: '建证书',
} as const
export type StepName = keyof typeof stepTitles

export const statWork = endpoints('stat/work', {
  todo: query({
    title: '待办事项',
    permit: 'any',
    input: z.object({}),
    output: z.object({
      /** counted up to 1,000 */
      todos: z.array(z.object({ name: z.enum(Object.keys(todoTitles) as [TodoName, ...TodoName[]]), count: z.int() })),
      /** exams that run or begin within a week, and that the caller may watch, at most ten; only for users without the dashboard */
      watched: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          startTime: moment('开始时间').nullable(),
          endTime: moment('结束时间').nullable(),
          running: z.boolean(),
        }),
      ),
      /** empty once all are done, and for users who have no part in them */
      steps: z.array(z.object({ name: z.enum(Object.keys(stepTitles) as [StepName, ...StepName[]]), done: z.boolean() })),
    }),
  }),
})

/** The first steps alone, for programs that set up a site. */
export const statFirst = endpoints('stat', {
  'first-steps': query({
    title: '站点的上手步骤',
    permit: 'any',
    apiToken: true,
    input: z.object({}),
    /** in their order; empty once all are done, on a site that is no longer new, and for users who have no part in them */
    output: z.array(z.object({ key: z.enum(Object.keys(stepTitles) as [StepName, ...StepName[]]), done: z.boolean() })),
  }),
})

const due = { id: z.string(), title: z.string(), endTime: moment('截止时间').nullable() }

/**
 * The state of an exam of today. `buy`: the caller has to buy it, `apply`: to apply for it, `learn`: to finish a course before it; `audit`: their
 * application is being looked at; `offline`: it is held on paper.
 */
export const todayExam = ['going', 'open', 'waiting', 'offline', 'buy', 'apply', 'audit', 'learn'] as const
export type TodayExam = (typeof todayExam)[number]

/** Days of a week on which a learner wants to learn, without a choice of their own. */
export const USUAL_GOAL = 3

const Pace = z.object({
  /** days in a row with learning, training or an exam, up to yesterday or today; at most 60 */
  streak: z.int(),
  /** such days since Monday */
  days: z.int(),
  goal: z.int(),
  points: z.int(),
  /** the certificate of the course that was learnt last and is not finished; null: none */
  cert: z.object({ title: z.string(), courseId: z.string(), courseTitle: z.string() }).nullable(),
})

/** What waits for a learner today. */
export const statToday = endpoints('stat/today', {
  mine: query({
    title: '今天',
    permit: 'any',
    input: z.object({}),
    output: z.object({
      /** exams that the caller may still take, ending within a week or open without end: running papers first, then what has begun, then the soonest end */
      exams: z.array(
        z.object({
          ...due,
          startTime: moment('开始时间').nullable(),
          state: z.enum(todayExam),
          /** of the running paper */
          paperId: z.string().nullable(),
          /** the first course to finish before the exam; only with the state `learn` */
          courseId: z.string().nullable(),
          going: z.boolean(),
          offline: z.boolean(),
          /** of an exam on paper; empty: not said */
          place: z.string(),
        }),
      ),
      /** courses that end within a week or are required, and not finished */
      courses: z.array(z.object({ ...due, required: z.boolean(), state: z.enum(['learn', 'buy']) })),
      /** broadcasts of today that have not ended, in courses that the caller may learn */
      lives: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          courseId: z.string(),
          fileId: z.string(),
          startTime: moment('开始时间'),
          live: z.boolean(),
        }),
      ),
      /** lessons in a room within a week in which the caller has a seat or waits for one */
      rooms: z.array(
        z.object({
          courseId: z.string(),
          fileId: z.string(),
          title: z.string(),
          place: z.string(),
          startTime: moment('开始时间'),
          endTime: moment('结束时间'),
          waiting: z.boolean(),
        }),
      ),
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
      /** surveys that wait for the caller's answers, what ends first before the others */
      surveys: z.array(z.object(due)),
      /** learning paths that the caller is on and has not finished, by their date */
      paths: z.array(z.object({ ...due, percent: z.int(), overdue: z.boolean(), nextTitle: z.string() })),
      /** null: off for the site or for the caller */
      pace: Pace.nullable(),
    }),
  }),
  /** the caller's own choice */
  pace: query({
    title: '学习节奏设置',
    permit: 'any',
    input: z.object({}),
    output: z.object({ goal: z.int(), shown: z.boolean() }),
  }),
  'save-pace': command({
    title: '保存学习节奏',
    permit: 'any',
    input: z.object({ goal: count('每周目标', 1, 7, '天'), shown: flag('显示学习节奏') }),
    output: z.literal(true),
  }),
})
