// The audience of a course or an exam. `persons` names users singly, or as members of groups.
import * as z from '../../kernel/z.ts'
import { id } from '../../kernel/field.ts'

export const OpenType = { all: 1, departs: 2, persons: 3 } as const
export type OpenType = (typeof OpenType)[keyof typeof OpenType]

/** The lists of an audience in a form; only the list that the open type names is stored. */
export const audienceLists = {
  deptCodes: z.array(z.string().max(60)).max(5_000).default([]),
  groupIds: z.array(id('分组')).max(1_000).default([]),
  userIds: z.array(id('人员')).max(50_000).default([]),
}

/** The stored lists with their names. */
export const storedAudience = {
  deptCodes: z.array(z.string()),
  groups: z.array(z.object({ id: z.string(), groupName: z.string() })),
  users: z.array(z.object({ id: z.string(), userName: z.string(), realName: z.string() })),
}
