// Daily figures for the start page of the back office.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'

export const totalDays = { days: z.int().min(1).max(90).default(7) }
const dateStr = z.string().meta({ title: '日期' })

/** Exams on each of the last days, today included: papers, users, users who passed. */
export const totalExam = endpoints('stat/total/exam', {
  week: query({
    title: '考试概况',
    permit: 'dashboard',
    input: z.object(totalDays),
    output: z.array(
      z.object({
        dateStr,
        examCount: z.int().meta({ title: '考试次数' }),
        examUser: z.int().meta({ title: '考试人数' }),
        passUser: z.int().meta({ title: '及格人数' }),
      }),
    ),
  }),
})

/** Users on each of the last days, today included. */
export const totalUser = endpoints('stat/total/user', {
  week: query({
    title: '用户概况',
    permit: 'dashboard',
    input: z.object(totalDays),
    output: z.array(
      z.object({
        dateStr,
        newUser: z.int().meta({ title: '新增用户' }),
        activeUser: z.int().meta({ title: '活跃用户' }),
        /** at the end of the day, of the users that exist now */
        allUser: z.int().meta({ title: '用户总数' }),
      }),
    ),
  }),
})

/** Learning on each of the last days, today included. */
export const totalLearn = endpoints('stat/total/learn', {
  week: query({
    title: '学习概况',
    permit: 'dashboard',
    input: z.object(totalDays),
    output: z.array(
      z.object({
        dateStr,
        learnUser: z.int().meta({ title: '学习人数' }),
        finishUser: z.int().meta({ title: '学完人数' }),
        /** minutes that counted for each user who learnt, to one decimal */
        avgTime: z.number().meta({ title: '人均学习（分钟）' }),
      }),
    ),
  }),
})
