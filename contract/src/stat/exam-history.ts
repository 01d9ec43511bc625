// What was done to an exam, by whom and when: from the audit log, in words.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { id, moment, pageOf, paging } from '../kernel/field.ts'
import { exam } from '../exam/exam.ts'

/** Settings of the form as they were stored; those that did not change are missing. */
const Settings = z.object(exam.save.input.shape).partial()

export const examHistory = endpoints('exam/history', 'exam', {
  paging: query({
    title: '考试历史',
    permit: 'exam:update',
    input: paging({ examId: id('考试') }),
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
        /** the exam was added by this act */
        added: z.boolean(),
        before: Settings,
        after: Settings,
      }),
    ),
  }),
})
