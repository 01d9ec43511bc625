// The page of one course in the back office: its figures, what waits for attention, and its history.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { choice, count, id, moment, money, pageOf, paging } from '../../kernel/field.ts'
import { course } from '../catalog/course.ts'

/** What waits for attention in a course. */
export const courseAttention = {
  questions: '待回答的提问',
  works: '待批改的作业',
  failed: '转码失败的课件',
  converting: '转码中的课件',
  disabled: '停用的课件',
  faces: '近7天未通过或相似度偏低的人脸核验',
  rates: '近30天不高于2星的评价',
} as const

/** Settings of the form as they were stored; those that did not change are missing. */
const Settings = z.object(course.save.input.shape).partial()

export const courseView = endpoints('course/course', 'course', {
  /** Each part only for callers with the permission of its list, and within their data scope. */
  overview: query({
    title: '课程概况',
    permit: 'course:list',
    input: z.object({ id: id('课程') }),
    output: z.object({
      /** null without the right to the statistics */
      learners: z
        .object({
          people: count('应学人数'),
          going: count('学习中'),
          finished: count('已完成'),
          overdue: count('已逾期'),
        })
        .nullable(),
      /** null without the right to orders, and for a course that has neither a price nor orders */
      income: z
        .object({ orders: count('已支付'), amount: money('实收金额', 1e12), points: z.int(), refunded: money('已退金额', 1e12) })
        .nullable(),
      /** what there is something of, in this order */
      attention: z.array(z.object({ kind: choice('事项', courseAttention), n: z.int() })),
    }),
  }),
})

export const courseHistory = endpoints('course/history', 'course', {
  paging: query({
    title: '课程变更记录',
    permit: 'course:update',
    input: paging({ courseId: id('课程') }),
    output: pageOf(
      z.object({
        id: id('记录'),
        createTime: moment('时间'),
        /** '' for acts of the system */
        realName: z.string().meta({ title: '操作人', control: 'text' }),
        /** the API token with which it was done; '' for a session */
        apiToken: z.string().meta({ title: '接口令牌', control: 'text' }),
        /** the title of the call */
        title: z.string().meta({ title: '操作', control: 'text' }),
        /** names of the files and the section that an act of the builder concerned, at most 20; files by their present names */
        about: z.array(z.string()),
        /** the course was added by this act */
        added: z.boolean(),
        before: Settings,
        after: Settings,
      }),
    ),
  }),
})
