// The groups of a template.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { code, id, points } from '../kernel/field.ts'
import { levelText, quTypeText } from '../qu/qu.ts'

export const StockRow = z.object({
  repoId: id('题库'),
  chapterId: z.union([z.literal(''), id('章节')]).default(''),
  quType: code('题型', quTypeText),
  level: z.union([code('难度', levelText), z.null()]).default(null),
})

export const tmplGroup = endpoints('tmpl/group', {
  'list-group': query({
    title: '模板大题',
    permit: 'tmpl:list',
    input: z.object({ id: id('模板') }),
    output: z.array(
      z.object({ id: z.string(), title: z.string(), mode: z.string(), quCount: z.int(), totalScore: points('总分'), sort: z.int() }),
    ),
  }),
  'list-qu': query({
    title: '大题试题',
    permit: 'tmpl:list',
    input: z.object({ id: id('大题') }),
    output: z.array(z.object({ quId: z.string(), quType: z.int(), level: z.int(), title: z.string(), score: points('分数') })),
  }),
  stock: query({
    title: '题库存量',
    permit: 'tmpl:list',
    input: z.object({ rows: z.array(StockRow).max(500) }),
    output: z.array(z.int()),
  }),
})
