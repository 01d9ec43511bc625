// My team: what a leader sees of the people of their departments, and reminds them of.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { choice, count, id, keyword, moment, pageOf, paging, points } from '../kernel/field.ts'

/** A certificate that ends within so many days is named. */
export const CERT_DAYS = 60
/** An exam that begins within so many days is a thing to be reminded of. */
export const EXAM_DAYS = 7
/** Most people who are reminded by their ids. */
export const MOST_PEOPLE = 200

export const teamShow = {
  overdue: '逾期未学完',
  learning: '有课程在学',
  exam: '有考试待考',
  passed: '最近一次及格',
  failed: '最近一次不及格',
  cert: '证书即将到期',
  idle: '本月没有学习',
} as const
export type TeamShow = keyof typeof teamShow

/** What a person can be reminded of. */
export const teamThing = { course: '逾期课程', exam: '待考考试', cert: '到期证书' } as const
export type TeamThing = keyof typeof teamThing

/** The caller's data scope instead of the departments that they lead; needs `stat:team`. */
const wide = z.boolean().optional()
const filters = {
  realName: keyword('姓名'),
  show: choice('情况', teamShow).optional(),
  /** with its branches */
  deptCode: z.string().max(60).meta({ title: '部门', control: 'depart' }).optional(),
  wide,
}
const hours = (title: string) => z.number().meta({ title })

/** Figures are counted every hour; `person` and `remind` read what is so now. */
export const team = endpoints('stat/team', {
  overview: query({
    title: '团队概况',
    permit: 'any',
    input: z.object({ wide }),
    output: z.object({
      /** when the oldest of the figures were counted; null: not yet */
      countTime: moment('统计时间').nullable(),
      departs: z.array(
        z.object({
          deptCode: z.string(),
          deptName: z.string().meta({ title: '部门' }),
          people: count('人数'),
          overdue: count('逾期人数'),
          learning: count('在学人数'),
          exam: count('待考人数'),
          passed: count('最近及格人数'),
          failed: count('最近不及格人数'),
          cert: count('证书到期人数'),
          learnHours: hours('本月学习时长（小时）'),
        }),
      ),
    }),
  }),
  paging: query({
    title: '团队成员',
    permit: 'any',
    input: paging(filters),
    output: pageOf(
      z.object({
        id: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        deptCode_dictText: z.string().meta({ title: '部门' }),
        overdue: count('逾期课程'),
        learning: count('在学课程'),
        examTitle: z.string().nullable().meta({ title: '下一场考试' }),
        examStart: moment('开始时间').nullable(),
        examEnd: moment('结束时间').nullable(),
        paperTitle: z.string().nullable().meta({ title: '最近一次考试' }),
        passed: z.boolean().nullable(),
        certTitle: z.string().nullable().meta({ title: '即将到期的证书' }),
        certEnd: moment('证书到期时间').nullable(),
        learnHours: hours('本月学习时长（小时）'),
      }),
    ),
  }),
  person: query({
    title: '团队成员详情',
    permit: 'any',
    input: z.object({ userId: id('学员'), wide }),
    output: z.object({
      id: z.string(),
      realName: z.string(),
      deptName: z.string(),
      learnHours: hours('本月学习时长（小时）'),
      things: z.array(
        z.object({
          kind: choice('类型', teamThing),
          title: z.string(),
          startTime: moment('开始时间').nullable(),
          dueTime: moment('截止时间').nullable(),
          /** the person is not reminded of what is over or far away */
          open: z.boolean(),
        }),
      ),
      /** finished papers whose result is published, newest first */
      exams: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          time: moment('作答时间').nullable(),
          passed: z.boolean(),
          score: points('得分'),
          total: points('总分'),
        }),
      ),
      courses: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          lastTime: moment('最近学习'),
          finishTime: moment('学完时间').nullable(),
          learnHours: hours('学习时长（小时）'),
        }),
      ),
      certs: z.array(z.object({ id: z.string(), title: z.string(), expireTime: moment('到期时间').nullable() })),
    }),
  }),
  /** one message a person with all that they were not reminded of within 24 hours; a rehearsal counts beforehand */
  remind: command({
    title: '提醒团队成员',
    permit: 'any',
    rehearsable: true,
    input: z.object({
      /** without it, everybody */
      userIds: z.array(id('学员')).min(1).max(MOST_PEOPLE).optional(),
      kinds: z.array(choice('类型', teamThing)).min(1).max(Object.keys(teamThing).length),
      wide,
    }),
    /** people who get a message, the things that it names, and things left out because of an earlier message */
    output: z.object({ people: z.int(), things: z.int(), skipped: z.int() }),
  }),
  export: download({
    title: '导出团队成员',
    permit: 'any',
    input: z.object(filters),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** the record of one person as a PDF of one page */
  record: download({
    title: '下载团队成员档案',
    permit: 'any',
    input: z.object({ userId: id('学员'), wide }),
    output: fileReply('application/pdf'),
  }),
})
