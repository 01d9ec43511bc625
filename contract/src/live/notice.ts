// The notice of a live lesson: whom it reaches, and sending it.
import * as z from '../kernel/z.ts'
import { command, query } from '../kernel/endpoint.ts'
import { count, id, moment, money } from '../kernel/field.ts'
import { audienceReach, NoticeState } from '../notify/reach.ts'

export const liveNoticeCalls = {
  /** shown before a lesson is saved: the users of its course, what the course costs, and the notice that they can get */
  reach: query({
    title: '直播范围人数',
    permit: ['live:add', 'live:update'],
    /** `id`: a stored lesson; without it the caller is the maker. One that moves to another time can be announced again */
    input: z.object({ id: id('直播').optional(), courseId: id('课程'), teacherId: id('主讲人'), startTime: moment('开始时间') }),
    output: z.object({
      ...audienceReach,
      noticeState: NoticeState,
      courseTitle: z.string(),
      /** '' for a user beyond the caller's data scope */
      teacherName: z.string(),
      price: money('价格'),
      costPoints: count('积分价格', 0, 10_000_000, '分'),
      /** false: the course is disabled, and its learners see neither it nor the lesson */
      courseOpen: z.boolean(),
    }),
  }),
  /** everybody in the audience of the course gets the notice in the inbox; once for a lesson at its time, a repeated call sends none */
  notify: command({
    title: '通知直播学员',
    permit: ['live:add', 'live:update'],
    input: z.object({ id: id('直播') }),
    output: z.object({
      /** recipients of the notice */
      sent: z.int(),
    }),
  }),
}
