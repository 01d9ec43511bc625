// Exams held on paper: their scores come in by sheet.
import * as z from 'zod'
import { download, endpoints, fileReply, upload } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'

/** Row 1 is the header; warn marks what is imported all the same. */
const ScoreProblem = z.object({ row: z.int(), field: z.string(), msg: z.string(), level: z.enum(['error', 'warn']) })

export const offline = endpoints('exam/offline', {
  import: upload({
    title: '导入线下成绩',
    permit: 'paper:update',
    slow: true,
    input: z.object({
      examId: id('考试'),
      dryRun: z.stringbool().default(false),
      /** all: nothing is imported while any row is wrong; valid: the right rows are imported */
      mode: z.enum(['all', 'valid']).default('all'),
    }),
    output: z.object({
      total: z.int(),
      valid: z.int(),
      inserted: z.int(),
      /** people who had a score already */
      updated: z.int(),
      errors: z.array(ScoreProblem),
    }),
  }),
  'import-template': download({
    title: '线下成绩导入模板',
    permit: 'paper:update',
    input: z.object({}),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
