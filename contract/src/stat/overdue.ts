// Learning that is overdue, by department and course.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { count, keyword, moment, pageOf, paging } from '../kernel/field.ts'

/** Most rows of one reminder. */
export const MOST_REMINDED = 100

const key = z.string().regex(/^\d{1,18}:.{0,60}$/u)

/** Counted every hour, also people who never opened the course. */
export const statOverdue = endpoints('stat/overdue', 'course', {
  paging: query({
    title: '逾期未学完',
    permit: 'course:stat',
    input: paging({
      /** with its branches */
      deptCode: z.string().max(60).meta({ title: '部门', control: 'depart' }).optional(),
      title: keyword('课程名称'),
    }),
    output: pageOf(
      z.object({
        /** course and department */
        id: z.string(),
        courseId: z.string(),
        deptCode: z.string(),
        deptCode_dictText: z.string().meta({ title: '部门' }),
        title: z.string().meta({ title: '课程名称' }),
        /** null: each person has a deadline of their own */
        dueTime: moment('截止时间').nullable(),
        people: count('应学人数'),
        overdue: count('已逾期'),
        unopened: count('未打开过'),
        /** the course can still be learnt */
        isOpen: z.boolean(),
        countTime: moment('统计时间'),
      }),
    ),
  }),
  /** reminds those who are overdue now; who was reminded within 24 hours gets no message */
  remind: command({
    title: '提醒逾期的学员',
    permit: 'course:remind',
    input: z.object({ ids: z.array(key).min(1).max(MOST_REMINDED) }),
    output: z.object({ sent: z.int(), skipped: z.int() }),
  }),
})
