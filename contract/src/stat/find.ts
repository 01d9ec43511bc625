// Ctrl K of the back office: one word, found in everything that the caller has a list of.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { keyword } from '../kernel/field.ts'

/** Kinds of objects with the title of their group, in the order of the groups. */
export const foundKinds = { exam: '考试', user: '用户', course: '课程', qu: '试题', repo: '题库', tmpl: '试卷模板' } as const
export type FoundKind = keyof typeof foundKinds
/** Objects of each kind. */
export const mostFound = 5

export const statFind = endpoints('stat/find', {
  all: query({
    title: '查找',
    // each group also needs the permission of its own list
    permit: ['exam:list', 'sys:user:list', 'course:list', 'qu:list', 'repo:list', 'tmpl:list'],
    input: z.object({ word: keyword('关键字') }),
    output: z.array(
      z.object({
        kind: z.enum(Object.keys(foundKinds) as [FoundKind, ...FoundKind[]]),
        records: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            /** what tells objects of one name apart: account and department, bank, time */
            hint: z.string(),
            /** the account of a user, by which the list of users is filtered */
            account: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
})
