// Applications to be admitted to an exam: requested with a reason, approved or rejected, valid once.
import { say } from '../exam.texts.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { code, flag, id, ids, keyword, moment, pageOf, paging, text } from '../../kernel/field.ts'
import { AuditState, auditState } from './audit-state.ts'

const ApplyRow = z.object({
  id: id('申请'),
  examId: id('考试'),
  examId_dictText: z.string().meta({ title: '考试' }),
  userId: z.string(),
  applyUser_dictText: z.string().meta({ title: '申请人' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  applyTime: moment('申请时间'),
  applyMsg: z.string().meta({ title: '申请理由' }),
  auditState: code('审核状态', auditState),
  auditState_dictText: z.string().meta({ title: '审核状态' }),
  auditBy_dictText: z.string().meta({ title: '审核人' }),
  auditTime: moment('审核时间').nullable(),
  auditMsg: z.string().meta({ title: '审核理由' }),
  auditUsed: flag('已使用'),
})

export const apply = endpoints('exam/apply', 'exam', {
  /** An approval admits the applicant to the exam once, without face check and password. */
  save: command({
    title: '申请考试',
    permit: 'any',
    input: z.object({ examId: id('考试'), applyMsg: text('申请理由', 500, say('applyReasonEmpty')).meta({ control: 'textarea' }) }),
    output: z.literal(true),
  }),
  paging: query({
    title: '考试申请列表',
    permit: 'exam:apply:list',
    input: paging({
      examId: id('考试'),
      title: keyword('考试'),
      realName: keyword('申请人'),
      auditState: code('审核状态', auditState),
      auditUsed: flag('已使用'),
    }),
    output: pageOf(ApplyRow),
  }),
  delete: command({ title: '删除考试申请', permit: 'exam:apply:delete', input: ids('申请'), output: z.literal(true) }),
  audit: command({
    title: '审核考试申请',
    permit: 'exam:apply:audit',
    input: ids('申请').extend({
      auditState: z.literal([AuditState.approved, AuditState.rejected], { error: encoded(sayKernel('verdictEmpty')) }).meta({
        title: '审核意见',
        control: 'code',
        options: {
          [AuditState.approved]: auditState[AuditState.approved],
          [AuditState.rejected]: auditState[AuditState.rejected],
        },
      }),
      auditMsg: text('审核理由', 200, sayKernel('verdictReasonEmpty')),
    }),
    output: z.literal(true),
  }),
})
