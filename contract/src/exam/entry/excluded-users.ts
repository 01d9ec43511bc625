// Users of an exam's audience whom its required courses exclude, shown while the exam form is edited.
import * as z from '../../kernel/z.ts'
import { query } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'
import { audienceLists } from '../../people/user/open-type.ts'

/** An audience that is not stored yet. */
export const audience = {
  openType: z.int32(),
  ...audienceLists,
}
/** A course or exam with the number of users whom it excludes. */
export const Excluding = z.object({
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
