// Publishing an exam: whom it reaches, and the notice to them.
import * as z from '../kernel/z.ts'
import { command, query } from '../kernel/endpoint.ts'
import { flag, id } from '../kernel/field.ts'
import { audienceReach } from '../notify/reach.ts'
import { audience } from './entry/excluded-users.ts'
import { invigilatorIds } from './entry/invigilation.ts'

export const publishCalls = {
  /** shown before an exam is published: the users of its audience, who will watch them, and the notice that they can get */
  reach: query({
    title: '考试范围人数',
    permit: ['exam:add', 'exam:update'],
    /** `id`: a stored exam, which its maker watches; without it the caller is the maker */
    input: z.object({ id: id('考试').optional(), ...audience, invigilatorIds: invigilatorIds.default([]) }),
    output: z.object({
      ...audienceReach,
      /** users who can watch candidates of this audience; holders of the built-in administrator role only if they made it or are named */
      watchers: z.object({
        people: z.int(),
        /** at most five */
        names: z.array(z.string()),
        /** at most the maker watches */
        onlyMaker: z.boolean(),
      }),
    }),
  }),
  publish: command({
    title: '发布考试',
    permit: ['exam:add', 'exam:update'],
    /** `notify`: everybody in the audience gets the exam notice in the inbox; once for an exam, a repeated call sends none */
    input: z.object({ id: id('考试'), notify: flag('通知考生').default(false) }),
    output: z.object({
      /** recipients of the notice */
      sent: z.int(),
    }),
  }),
}
