// Statistics over time by department, course and exam; the record of a learner; reports that are made regularly.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { flag, id, moment } from '../kernel/field.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Longest period in days. */
export const REPORT_DAYS = 366

/** Days of the site's time zone, both included. */
const period = {
  from: z.iso.date().meta({ title: '开始日期' }),
  to: z.iso.date().meta({ title: '结束日期' }),
  /** only users of this department and its branches */
  deptCode: z.string().max(60).optional(),
}
const name = z.string().meta({ title: '名称' })
const num = (title: string) => z.int().meta({ title })

/** Figures by department, course and exam. People who come on several days count once for each day in the figures of departments. */
export const report = endpoints('stat/report', {
  read: query({
    title: '统计报表',
    permit: 'stat:report',
    input: z.object(period),
    output: z.object({
      days: z.array(
        z.object({
          day: z.string(),
          activeUser: num('活跃用户'),
          learnUser: num('学习人数'),
          examUser: num('考试人数'),
          passUser: num('及格人数'),
        }),
      ),
      departs: z.array(
        z.object({
          deptCode: z.string(),
          name,
          newUser: num('新增用户'),
          activeUser: num('活跃人次'),
          learnUser: num('学习人次'),
          learnHours: z.number().meta({ title: '学习时长（小时）' }),
          finishUser: num('学完人次'),
          examUser: num('考试人次'),
          passUser: num('及格人次'),
        }),
      ),
      courses: z.array(
        z.object({
          id: z.string(),
          name,
          learnUser: num('学习人数'),
          learnHours: z.number().meta({ title: '学习时长（小时）' }),
          finishUser: num('学完人数'),
        }),
      ),
      exams: z.array(
        z.object({
          id: z.string(),
          name,
          examCount: num('考试次数'),
          examUser: num('考试人数'),
          passUser: num('及格人数'),
          /** share of the total score in percent, over finished papers; null without one */
          meanShare: z.number().nullable().meta({ title: '平均得分占比' }),
        }),
      ),
    }),
  }),
  export: download({ title: '导出统计报表', permit: 'stat:report', input: z.object(period), output: fileReply(xlsx) }),
  record: download({
    title: '学员档案',
    permit: 'stat:report',
    input: z.object({ userId: id('学员') }),
    output: fileReply('application/pdf'),
  }),
  mine: query({
    title: '定期报表',
    permit: 'stat:report',
    input: z.object({}),
    output: z.array(z.object({ id: z.string(), title: z.string(), createTime: moment('生成时间') })),
  }),
  download: download({ title: '下载定期报表', permit: 'stat:report', input: z.object({ id: id('报表') }), output: fileReply(xlsx) }),
  plan: query({
    title: '定期报表设置',
    permit: 'stat:report:plan',
    input: z.object({}),
    output: z.object({
      weekly: z.boolean(),
      monthly: z.boolean(),
      users: z.array(z.object({ id: z.string(), userName: z.string(), realName: z.string() })),
    }),
  }),
  'plan-save': command({
    title: '保存定期报表设置',
    permit: 'stat:report:plan',
    input: z.object({
      weekly: flag('每周'),
      monthly: flag('每月'),
      /** only users who can read reports get them */
      userIds: z.array(id('用户')).max(200).meta({ title: '接收人' }),
    }),
    output: z.literal(true),
  }),
})
