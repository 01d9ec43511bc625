// 恢复考试: reopens a paper that was handed in by mistake or force-closed.
import { say } from '../paper.texts.ts'
import * as z from '../../kernel/z.ts'
import { command } from '../../kernel/endpoint.ts'
import { watchTags } from '../../exam/entry/invigilation.ts'
import { count, id, moment, text } from '../../kernel/field.ts'

/** Reopens a paper for at least these minutes. Allowed within 24 h of its end, while the candidate has no other open paper of the exam. Removes its marks. */
export const reopen = command({
  title: '恢复考试',
  permit: watchTags,
  input: z.object({
    paperId: id('答卷'),
    minutes: count('至少可用时间', 1, 600, '分钟'),
    reason: text('恢复原因', 200, say('reopenReasonEmpty')),
  }),
  output: z.object({ deadlineAt: moment('截止时间') }),
})

/** The message to the candidate. */
export const reopenedMessage = (title: string) => `您的考试“${title}”已恢复，请尽快继续作答`
