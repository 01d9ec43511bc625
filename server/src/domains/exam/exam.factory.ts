// Makes exams for tests and demo data.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { saveExam } from './exam.service.ts'

/** An exam; by default public, from an hour ago until in a day. @returns its id */
export async function makeExam(ctx: Ctx, given: { tmplId: string } & Partial<Input<typeof exam.save>>): Promise<string> {
  const hour = 3_600_000
  const { id } = await saveExam(ctx, {
    title: '模拟考试',
    remark: '',
    startTime: new Date(ctx.now.getTime() - hour),
    endTime: new Date(ctx.now.getTime() + 24 * hour),
    passScore: 0,
    markOptions: { blankShortZero: true, ignoreCase: true, negative: false },
    price: 0,
    markTolerance: 100,
    ...examDefaults,
    closeTraining: false,
    tries: 0,
    showAnswer: 'marked',
    allowPaste: true,
    password: '',
    deptCodes: [],
    groupIds: [],
    userIds: [],
    ...given,
  })
  return id
}
