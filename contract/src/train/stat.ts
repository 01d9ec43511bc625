// How training goes over a bank, for its teachers.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'

const figures = {
  quCount: z.int(),
  /** people who answered at least one question */
  people: z.int(),
  answers: z.int(),
  /** right of answered, 0 to 100; null while nobody has answered */
  percent: z.number().nullable(),
}

export const repoStat = endpoints('repo/stat', {
  overview: query({
    title: '训练概况',
    permit: 'repo:train:list',
    input: z.object({ repoId: id('题库') }),
    output: z.object({
      title: z.string(),
      ...figures,
      trains: z.int(),
      chapters: z.array(z.object({ chapterId: z.string(), title: z.string(), ...figures })),
      /** answered at least five times, the least often right first */
      hardest: z.array(
        z.object({ quId: z.string(), quType: z.int(), title: z.string(), answers: z.int(), people: z.int(), percent: z.number() }),
      ),
      /** trainings touched on each of the last days */
      days: z.array(z.object({ dateStr: z.string(), trains: z.int(), people: z.int() })),
    }),
  }),
})
