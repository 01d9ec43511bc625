// Daily figures for the start page of the back office.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'

const days = { days: z.int().min(1).max(90).default(7) }

/** Exams on each of the last days, today included: papers, users, users who passed. */
export const totalExam = endpoints('stat/total/exam', {
  week: query({
    title: '考试概况',
    permit: 'dashboard',
    input: z.object(days),
    output: z.array(z.object({ dateStr: z.string(), examCount: z.int(), examUser: z.int(), passUser: z.int() })),
  }),
})
