// 恢复考试: a paper that was handed in by mistake, or taken in, goes on.
import { say } from '../paper.texts.ts'
import * as z from 'zod'
import { command } from '../../kernel/endpoint.ts'
import { count, id, moment, text } from '../../kernel/field.ts'

/** A paper goes on with at least these minutes; within 24 h of its end, while no other paper of the exam is open. Its marks are taken back. */
export const reopen = command({
  title: '恢复考试',
  permit: 'exam:watch',
  input: z.object({
    paperId: id('答卷'),
    minutes: count('至少可用时间', 1, 600, '分钟'),
    reason: text('恢复原因', 200, say('reopenReasonEmpty')),
  }),
  output: z.object({ deadlineAt: moment('截止时间') }),
})

/** What the candidate is told. */
export const reopenedWords = (title: string) => `您的考试“${title}”已恢复，请尽快继续作答`
