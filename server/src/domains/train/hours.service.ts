// The hours of a day at which a bank is open to training.
import { hoursText, isWithinHours } from '@shuyuan/contract/kernel/time-ranges.ts'
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'

/** Fails trainHours outside of the hours of the bank, whatever the mode; not for callers with repo:list. Battles and activities have hours of their own. */
export function mustBeWithinHours(ctx: Ctx, { trainHours }: { trainHours: string }): void {
  if (can(ctx, 'repo:list') || isWithinHours(trainHours, ctx.now)) return
  fail('trainHours', say('trainHoursOf', { hours: hoursText(trainHours) }))
}
