// Messages from the invigilator to candidates.
import { say } from '../paper.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints } from '../../kernel/endpoint.ts'
import { watchTags } from '../../exam/entry/invigilation.ts'
import { id, text } from '../../kernel/field.ts'

const message = text('消息内容', 200, say('watchMessageEmpty'))

export const watchMessage = endpoints('socket/watch', {
  'single-msg': command({
    title: '发送考场消息',
    permit: watchTags,
    input: z.object({ examId: id('考试'), userId: id('考生'), message }),
    output: z.literal(true),
  }),
  /** success: candidates whose page is online; fail: candidates whose page is offline and who see the message when it reconnects */
  'batch-msg': command({
    title: '群发考场消息',
    permit: watchTags,
    input: z.object({ examId: id('考试'), message }),
    output: z.object({ success: z.int(), fail: z.int() }),
  }),
  /** a reminder in the inbox of everybody who was invited and has opened no paper; sent: how many */
  'remind-missing': command({
    title: '提醒未到考生',
    permit: watchTags,
    input: z.object({ examId: id('考试') }),
    output: z.object({ sent: z.int() }),
  }),
})
