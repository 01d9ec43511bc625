// Questions at a second of a course file: asked without the key, judged by the server, and answered before the file goes on.
import * as z from '../kernel/z.ts'
import { endpoints, hot, query } from '../kernel/endpoint.ts'
import { id, moment } from '../kernel/field.ts'
import { Answer } from '../qu/content.ts'
import { PracticeQuestion } from '../qu/practice.ts'
import { Judged } from './train.ts'

const place = { courseId: id('课程'), fileId: id('课件') }
/** the second of the next question that is not answered; null: none */
const stopAt = z.int().nullable()

export const courseStop = endpoints('course/stop', 'course', {
  /** The next question of the file. A question that cannot be asked now (removed, or on an open paper of the learner) is passed over. */
  next: hot({
    title: '课件插题',
    permit: 'any',
    input: z.object(place),
    output: z.object({ stopId: z.string(), stopAt, question: PracticeQuestion.nullable() }),
  }),
  /** Of these questions those that learners are not asked now, because an open exam closes their bank to training. */
  skipped: query({
    title: '不会提问的插题',
    permit: ['course:add', 'course:update'],
    input: z.object({ quIds: z.array(id('试题')).max(50) }),
    /** `until`: the end of the exam; null: it has none */
    output: z.array(z.object({ quId: z.string(), examTitle: z.string(), until: moment('结束时间').nullable() })),
  }),
  /** The first answer counts; a repeated call returns its judgement. */
  answer: hot({
    title: '回答课件插题',
    permit: 'any',
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object({ ...place, stopId: id('插题'), answer: Answer.nullable() }),
    output: Judged.extend({ given: Answer.nullable(), stopAt }),
  }),
})
