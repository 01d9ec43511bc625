// Training statistics of a bank, for teachers.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { id, moment } from '../kernel/field.ts'

const figures = {
  quCount: z.int(),
  /** learners who answered at least one question */
  people: z.int(),
  answers: z.int(),
  /** right answers in percent of all answers; null without answers */
  percent: z.number().nullable(),
}

export const repoStat = endpoints('repo/stat', {
  overview: query({
    title: '训练概况',
    permit: 'repo:train:list',
    input: z.object({ repoId: id('题库') }),
    output: z.object({
      title: z.string(),
      /** when the figures were counted; those of a large bank may be five minutes old */
      asOf: moment('统计时间'),
      ...figures,
      trains: z.int(),
      chapters: z.array(z.object({ chapterId: z.string(), title: z.string(), ...figures })),
      /** questions with at least five answers, the lowest share of right answers first */
      hardest: z.array(
        z.object({ quId: z.string(), quType: z.int(), title: z.string(), answers: z.int(), people: z.int(), percent: z.number() }),
      ),
      /** trainings used on each of the last days */
      days: z.array(z.object({ dateStr: z.string(), trains: z.int(), people: z.int() })),
    }),
  }),
})
