// Heavy work of this site waits while a hall sits an exam.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { App } from '../../kernel/ctx.ts'
import { pauseTasksWhile } from '../common/task.service.ts'

/** With so many open papers a save must not wait for an encoder. */
const MANY = 50

/** Whether more than 50 papers are open: begun, not handed in, and not past their end. */
async function isHallBusy({ db, clock }: App): Promise<boolean> {
  const rows = await db
    .selectFrom('paper')
    .where('state', '=', PaperState.open)
    .where('deadlineAt', '>', clock())
    .select('id')
    .limit(MANY + 1)
    .execute()
  return rows.length > MANY
}

export const pauseTasksDuringExams = (app: App): void => pauseTasksWhile(app, () => isHallBusy(app))
