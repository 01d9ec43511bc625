// Publishing an exam: whom it reaches, and the notice to them.
import * as z from 'zod'
import { command, query } from '../kernel/endpoint.ts'
import { flag, id } from '../kernel/field.ts'
import { audience } from './entry/excluded-users.ts'

export const publishCalls = {
  /** the users of an audience that is not stored yet, shown before an exam is published */
  reach: query({
    title: '考试范围人数',
    permit: ['exam:add', 'exam:update'],
    input: z.object(audience),
    output: z.object({
      people: z.int(),
      /** names of its departments and groups, at most five; empty for all users and for users named singly */
      names: z.array(z.string()),
    }),
  }),
  publish: command({
    title: '发布考试',
    permit: ['exam:add', 'exam:update'],
    /** `notify`: everybody in the audience gets the exam notice in the inbox */
    input: z.object({ id: id('考试'), notify: flag('通知考生').default(false) }),
    output: z.object({
      /** recipients of the notice */
      sent: z.int(),
    }),
  }),
}
