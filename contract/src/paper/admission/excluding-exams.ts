// Users of an exam's audience whom its prerequisite exams exclude, shown while the exam form is edited.
import * as z from '../../kernel/z.ts'
import { audience, Excluding } from '../../exam/entry/excluded-users.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'

export const excludingExams = endpoints('exam/exam', 'exam', {
  /** users of the audience who have not passed a prerequisite exam and cannot take it; exams that exclude no user are omitted */
  'shut-out-exams': query({
    title: '前置考试挡住的考生',
    permit: ['exam:add', 'exam:update'],
    input: z.object({ ...audience, prerequisites: z.array(id('前置考试')).max(20) }),
    output: z.array(Excluding),
  }),
})
