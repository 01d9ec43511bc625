// Users of an exam's audience whom its required courses and exams exclude, shown while the exam form is edited.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'

const audience = {
  openType: z.int(),
  deptCodes: z.array(z.string().max(60)).max(5_000).default([]),
  userIds: z.array(id('人员')).max(50_000).default([]),
}
const Excluding = z.object({
  id: z.string(),
  title: z.string(),
  /** true: the course or exam has ended; false: these users are not in its audience */
  closed: z.boolean(),
  people: z.int(),
  /** their departments, largest number first, at most five; an empty name for users without a department */
  departs: z.array(z.object({ deptName: z.string(), people: z.int() })),
})

export const excludedUsersCalls = {
  /** users of the audience who have not finished a course and cannot learn it; courses that exclude no user are omitted */
  'shut-out': query({
    title: '前置课程挡住的考生',
    permit: ['exam:add', 'exam:update'],
    input: z.object({ ...audience, courses: z.array(id('课程')).max(100) }),
    output: z.array(Excluding),
  }),
}

/** Served by the domain of papers, which knows who has passed. */
export const excludingExams = endpoints('exam/exam', 'exam', {
  /** users of the audience who have not passed a prerequisite exam and cannot take it; exams that exclude no user are omitted */
  'shut-out-exams': query({
    title: '前置考试挡住的考生',
    permit: ['exam:add', 'exam:update'],
    input: z.object({ ...audience, prerequisites: z.array(id('前置考试')).max(20) }),
    output: z.array(Excluding),
  }),
})
