// Statistics of an exam: scores, departments and questions, for back-office users.
import * as z from '../kernel/z.ts'
import { download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { choice, id, keyword, moment, pageOf, paging, points } from '../kernel/field.ts'

/** Which papers count: each candidate's best one (highest total, the earliest of equal ones), or all. */
export const statAttempts = { best: '最好成绩', all: '全部答卷' } as const

const asked = {
  examId: id('考试'),
  attempts: choice('统计口径', statAttempts).default('best'),
  /** only users of this department and its branches */
  deptCode: z.string().max(60).optional(),
}
/** A value in points with fractions of 1/100: means and deviations. */
const mean = (title: string) =>
  z.codec(z.number(), z.number(), { decode: (value) => value * 100, encode: (value) => Math.round(value) / 100 }).meta({ title })
/** A share, 0 to 1, to four decimals. */
const share = (title: string) =>
  z.codec(z.number(), z.number(), { decode: (value) => value, encode: (value) => Math.round(value * 10_000) / 10_000 }).meta({ title })

/** Figures over the scores of finished papers; null without papers. */
const figures = {
  count: z.int().meta({ title: '答卷数' }),
  mean: mean('平均分').nullable(),
  median: mean('中位数').nullable(),
  /** standard deviation of a sample (divided by n − 1); null for n < 2 */
  deviation: mean('标准差').nullable(),
  highest: points('最高分').nullable(),
  lowest: points('最低分').nullable(),
  passed: z.int().meta({ title: '及格人数' }),
  passRate: share('及格率').nullable(),
}

/** How often an option was chosen; `strong` and `weak` are the shares within the upper and the lower 27 %. */
export const OptionStat = z.object({
  tag: z.string(),
  content: z.string(),
  isRight: z.boolean(),
  count: z.int(),
  share: share('选择率'),
  strong: share('高分组').nullable(),
  weak: share('低分组').nullable(),
  /** a wrong option that more strong candidates chose than any right one; the key may be wrong */
  beatsKey: z.boolean(),
})
const itemFigures = {
  quId: z.string(),
  /** the sub-question of a composite; else empty */
  subId: z.string(),
  quType: z.int().meta({ title: '题型' }),
  title: z.string().meta({ title: '题干' }),
  maxScore: points('分值'),
  count: z.int().meta({ title: '作答人数' }),
  /** mean share of the maximum; a higher value is easier */
  difficulty: share('难度').nullable(),
  discrimination: share('区分度').nullable(),
  /** correlation with the score of the rest of the paper */
  correlation: share('题总相关').nullable(),
  blankRate: share('未答率').nullable(),
  rightRate: share('正确率').nullable(),
  mean: mean('平均得分').nullable(),
  /** null: not measured */
  seconds: z.number().nullable().meta({ title: '平均用时（秒）' }),
  voided: z.boolean(),
  /** papers were marked by different keys, because the question was changed while the exam went on: one rate speaks of two questions */
  rekeyed: z.boolean(),
  options: z.array(OptionStat),
}
export const ItemStat = z.object({
  ...itemFigures,
  repoId_dictText: z.string(),
  chapterId_dictText: z.string().meta({ title: '章节' }),
  tags: z.array(z.string()).meta({ title: '知识点' }),
  subs: z.array(z.object(itemFigures)),
})

const group = { title: z.string(), questions: z.int(), mean: mean('平均得分'), maxScore: mean('分值'), rate: share('得分率') }

export const examStat = endpoints('stat/exam', {
  overview: query({
    title: '考试统计概况',
    permit: 'exam:stat',
    input: z.object({
      ...asked,
      /** limits of the score bands, in points; default: 60, 70, 80 and 90 % of the total */
      cuts: z.array(points('分数')).max(30).optional(),
    }),
    output: z.object({
      title: z.string(),
      totalScore: points('总分'),
      passScore: points('及格分'),
      /** candidates inside the caller's data scope */
      required: z.int(),
      sat: z.int(),
      /** without a paper: once the exam is over they are absent, before that they can still come */
      absent: z.int(),
      awaited: z.int(),
      /** people with an open paper; people who have handed one in and have none open; papers that wait for a marker */
      sitting: z.int(),
      handed: z.int(),
      waiting: z.int(),
      ...figures,
      /** [from, to); the last band includes `to` */
      spread: z.array(z.object({ from: points('从'), to: points('到'), count: z.int(), share: share('占比') })),
      departments: z.array(
        z.object({
          deptCode: z.string(),
          parentCode: z.string(),
          deptName: z.string().meta({ title: '部门' }),
          depth: z.int(),
          /** including its branches */
          required: z.int().nullable().meta({ title: '应考' }),
          people: z.int().meta({ title: '实考' }),
          ...figures,
        }),
      ),
      /** by hand-in time */
      handTimes: z.array(z.object({ from: moment('从'), to: moment('到'), count: z.int(), mean: mean('平均分').nullable() })),
    }),
  }),
  'qu-analysis': query({
    title: '试题分析',
    permit: 'exam:stat',
    input: z.object(asked),
    output: z.object({
      /** progress while the figures are computed: papers done, papers in total; other fields are then empty. Null: complete */
      preparing: z.object({ done: z.int(), total: z.int() }).nullable(),
      papers: z.int(),
      /** number of papers in each of the two groups */
      groupSize: z.int(),
      /** Cronbach's alpha; null: the papers have different questions, or there are too few */
      alpha: z.number().nullable(),
      questions: z.array(ItemStat),
      chapters: z.array(z.object(group)),
      tags: z.array(z.object(group)),
    }),
  }),
  export: download({
    title: '导出考试统计',
    permit: 'exam:stat',
    input: z.object({ ...asked, cuts: z.array(points('分数')).max(30).optional() }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  'dash-exam-list': query({
    title: '进行中的考试',
    permit: 'dashboard',
    input: paging({ title: keyword('考试名称') }),
    output: pageOf(
      z.object({
        id: z.string(),
        title: z.string().meta({ title: '考试名称' }),
        procCount: z.int().meta({ title: '考试中' }),
        handCount: z.int().meta({ title: '已交卷' }),
      }),
    ),
  }),
})
