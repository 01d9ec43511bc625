// Chapters of a bank, and their sections.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { count, id, ids, keyword, text } from '../kernel/field.ts'

export const Chapter = z.object({
  id: id('章节'),
  repoId: id('题库'),
  title: text('章节名称', 100),
  /** the chapter of a section; '': a chapter */
  parentId: z.string().meta({ title: '上级章节' }),
  sort: count('排序'),
  /** with those of its sections */
  quCount: count('试题数'),
})

export const chapter = endpoints('repo/chapter', 'exam', {
  list: query({
    title: '章节列表',
    permit: 'any',
    input: z.object({ repoId: id('题库'), title: keyword('章节名称') }),
    output: z.array(Chapter),
  }),
  save: command({
    title: '保存章节',
    permit: 'repo:update',
    input: z.object({
      id: id('章节').optional(),
      repoId: id('题库'),
      title: text('章节名称', 100),
      /** '': a chapter; without it a stored one stays where it is */
      parentId: z.union([z.literal(''), id('上级章节')]).optional(),
    }),
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除章节', rehearsable: true, permit: 'repo:update', input: ids('章节'), output: z.literal(true) }),
  /** among the chapters, or among the sections of the same chapter */
  sort: command({
    title: '章节排序',
    permit: 'repo:update',
    input: z.object({ id: id('章节'), sort: count('排序', 0) }),
    output: z.literal(true),
  }),
})
