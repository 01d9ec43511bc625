// Watching an exam while it runs.
import * as z from 'zod'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { id, moment, pageOf, paging, text } from '../kernel/field.ts'

export const watch = endpoints('exam/watch', {
  'watch-stat': query({
    title: '监考统计',
    permit: 'exam:watch',
    input: z.object({ id: id('考试') }),
    output: z.object({
      title: z.string(),
      requireCount: z.int(),
      processCount: z.int(),
      handCount: z.int(),
      missCount: z.int(),
    }),
  }),
  'process-paging': query({
    title: '在考考生',
    permit: 'exam:watch',
    input: paging({ examId: id('考试'), online: z.boolean().optional(), offline: z.boolean().optional() }),
    output: pageOf(
      z.object({
        id: z.string(),
        userId: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        online: z.boolean().meta({ title: '在线' }),
        answerCount: z.int().meta({ title: '已答' }),
        quCount: z.int().meta({ title: '题量' }),
        image: z.string(),
        startTime: moment('开始时间'),
        deadline: moment('截止时间'),
      }),
    ),
  }),
  'hand-paging': query({
    title: '已交考生',
    permit: 'exam:watch',
    input: paging({ examId: id('考试'), handState: z.int().optional() }),
    output: pageOf(
      z.object({
        id: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        handTime: moment('交卷时间'),
        userTime: z.int().meta({ title: '用时（分钟）' }),
        exState: z.int(),
        exState_dictText: z.string().meta({ title: '交卷状态' }),
        exMsg: z.string().meta({ title: '说明' }),
        leaveTimes: z.int().meta({ title: '离开次数' }),
      }),
    ),
  }),
  'force-hand': command({
    title: '强制交卷',
    permit: 'exam:watch',
    input: z.object({ paperId: id('答卷'), message: text('收卷理由', 200, '收卷理由必须填写！') }),
    output: z.literal(true),
  }),
  'force-hand-all': command({
    title: '全部收卷',
    permit: 'exam:watch',
    input: z.object({
      examId: id('考试'),
      exState: z.int({ error: '考卷状态必须选择！' }).min(1, '考卷状态必须选择！').max(9),
      message: text('收卷理由', 200, '收卷理由必须填写！'),
    }),
    output: z.object({ handed: z.int() }),
  }),
})
