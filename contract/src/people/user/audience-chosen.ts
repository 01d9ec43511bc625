// A form that names an audience has chosen one. Apart from open-type.ts, which learners' pages load.
import type * as z from '../../kernel/z.ts'
import { sound } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { OpenType } from './open-type.ts'

type Form = { openType: number; deptCodes: string[]; groupIds: string[]; userIds: string[] }

/** The form with the checks of its audience: departments are named for departments, groups or users for persons. */
export const audienceChosen = <S extends z.ZodType<Form>>(form: S): S =>
  form
    .refine(({ openType, deptCodes }) => openType !== OpenType.departs || deptCodes.length > 0, {
      when: sound('openType', 'deptCodes'),
      path: ['deptCodes'],
      error: encoded(sayKernel('departsUnchosen')),
    })
    .refine(({ openType, groupIds, userIds }) => openType !== OpenType.persons || userIds.length + groupIds.length > 0, {
      when: sound('openType', 'userIds', 'groupIds'),
      path: ['userIds'],
      error: encoded(sayKernel('peopleUnchosen')),
    })
