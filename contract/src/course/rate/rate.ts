// Ratings of courses by those who have finished them.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { flag, id, ids, keyword, moment, optionalText, pageOf, paging } from '../../kernel/field.ts'
import { encoded } from '../../kernel/message.ts'
import { say } from '../course.texts.ts'

export const MOST_RATE_WORDS = 1_000
/** The stars that can be given, from the worst. */
export const STARS = [1, 2, 3, 4, 5] as const
const stars = z
  .int({ error: encoded(say('rateStars')) })
  .min(1, encoded(say('rateStars')))
  .max(5, encoded(say('rateStars')))

export const courseRate = endpoints('course/rate', 'course', {
  /** The caller's rating of a course that they have finished; a second one takes the place of the first, and of its answer. */
  save: command({
    title: '评价课程',
    permit: 'any',
    rate: { by: 'user', max: 20, seconds: 60 },
    input: z.object({
      courseId: id('课程'),
      stars: stars.meta({ title: '星级' }),
      content: optionalText('评价', MOST_RATE_WORDS).meta({ title: '评价', control: 'textarea' }),
    }),
    output: z.literal(true),
  }),
  /**
   * With `course:update`: ratings by people within the data scope, all courses without `courseId`. For everybody else: the shown ratings of a
   * course that they see, and their own; of the others only the first character of the name.
   */
  paging: query({
    title: '课程评价',
    permit: 'any',
    input: paging({
      courseId: id('课程'),
      stars: stars.meta({ title: '星级' }),
      hidden: z.boolean().meta({ title: '已隐藏' }),
      content: keyword('评价'),
      deptCode: z.string().max(60).meta({ title: '部门' }),
      /** what learners see, for a caller with `course:update` as well */
      shown: z.boolean(),
      /** only the caller's own */
      mine: z.boolean(),
    }),
    output: pageOf(
      z.object({
        id: id('评价'),
        courseId: id('课程'),
        courseTitle: z.string().meta({ title: '课程' }),
        stars: z.int().meta({ title: '星级' }),
        content: z.string().meta({ title: '评价' }),
        realName: z.string().meta({ title: '评价人' }),
        /** empty for learners */
        deptName: z.string().meta({ title: '部门' }),
        isOwn: z.boolean(),
        hidden: z.boolean().meta({ title: '已隐藏' }),
        reply: z.string().meta({ title: '回复' }),
        replyTime: moment('回复时间').nullable(),
        createTime: moment('评价时间'),
      }),
    ),
  }),
  /** a hidden rating does not count; its writer still sees it */
  hide: command({
    title: '隐藏评价',
    permit: 'course:update',
    input: z.object({ ...ids('评价').shape, hidden: flag('隐藏') }),
    output: z.literal(true),
  }),
  /** stands below the rating; the rater gets a message. Without words the answer goes */
  reply: command({
    title: '回复评价',
    permit: 'course:update',
    input: z.object({ id: id('评价'), reply: optionalText('回复', MOST_RATE_WORDS).meta({ title: '回复', control: 'textarea' }) }),
    output: z.literal(true),
  }),
})
