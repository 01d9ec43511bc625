// The late store: answers that arrived too late or from a page without the write lock. Stored for a day; they count only once accepted.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { code, id, ids, moment, pageOf, paging } from '../../kernel/field.ts'
import { Answer } from '../../qu/content.ts'

export const lateReason = { late: '超过截止时间', superseded: '已在其他设备继续考试' } as const
export const LateState = { waiting: 0, accepted: 1 } as const
export type LateState = (typeof LateState)[keyof typeof LateState]
export const lateState = { [LateState.waiting]: '待处理', [LateState.accepted]: '已采纳' } as const

export const late = endpoints('paper/late', {
  paging: query({
    title: '迟到的作答',
    permit: 'paper:list',
    input: paging({ examId: id('考试').optional(), paperId: id('答卷').optional(), state: code('状态', lateState).optional() }),
    output: pageOf(
      z.object({
        id: z.string(),
        paperId: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        title: z.string().meta({ title: '考试' }),
        quId: z.string(),
        answer: Answer.nullable(),
        reason: z.enum(['late', 'superseded']).meta({ title: '原因', control: 'choice', options: lateReason }),
        receivedAt: moment('收到时间'),
        deadlineAt: moment('截止时间'),
        gapSeconds: z.int().meta({ title: '相差（秒）' }),
        state: code('状态', lateState),
      }),
    ),
  }),
  /** the candidate asks for a decision on the late answers of a paper; a repeat changes nothing */
  ask: command({
    title: '申请采纳迟到的作答',
    permit: 'any',
    module: false,
    input: z.object({ paperId: id('答卷') }),
    output: z.literal(true),
  }),
  accept: command({ title: '采纳迟到的作答', permit: 'paper:update', input: ids('作答'), output: z.object({ accepted: z.int() }) }),
})
