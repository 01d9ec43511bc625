// Whom the courses that an exam asks for would shut out, asked while its form is filled in.
import * as z from 'zod'
import { query } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'

export const shutOutCalls = {
  /** people of the exam's audience who have not finished a course and cannot learn it; courses that shut nobody out are missing */
  'shut-out': query({
    title: '前置课程挡住的考生',
    permit: ['exam:add', 'exam:update'],
    input: z.object({
      openType: z.int(),
      deptCodes: z.array(z.string().max(60)).max(5_000).default([]),
      userIds: z.array(id('人员')).max(50_000).default([]),
      courses: z.array(id('课程')).max(100),
    }),
    output: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** true: it has ended, so that nobody can learn it any more; false: it is for others */
        closed: z.boolean(),
        people: z.int(),
        /** where they belong, most people first; at most five, an empty name for those without a department */
        departs: z.array(z.object({ deptName: z.string(), people: z.int() })),
      }),
    ),
  }),
}
