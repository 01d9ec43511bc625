// Who watches an exam: permission tags, and the invigilators that an exam names.
import * as z from '../../kernel/z.ts'
import { query } from '../../kernel/endpoint.ts'
import { id, keyword } from '../../kernel/field.ts'

/**
 * exam:watch: watches exams within the data scope; exam:invigilate: only the caller's own exams, those they made and those that name them.
 * docs/decisions/0052 has the whole rule.
 */
export const watchTags = ['exam:watch', 'exam:invigilate'] as const

/** Users named as invigilators. Without any, holders of exam:watch watch the candidates in their data scope. */
export const invigilatorIds = z.array(id('监考人')).max(200).meta({ title: '监考人' })

export const Invigilator = z.object({ id: z.string(), userName: z.string(), realName: z.string() })

export const invigilationCalls = {
  /** users who can be named, by name, at most 50 */
  'list-invigilators': query({
    title: '可指定的监考人',
    permit: ['exam:add', 'exam:update'],
    input: z.object({ keyword: keyword('姓名') }),
    output: z.array(Invigilator.extend({ deptName: z.string() })),
  }),
}
