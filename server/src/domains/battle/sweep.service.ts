// Periodic job: ends timed-out waits and questions, and battles that a stopped server left.
import { BattleState } from '@shuyuan/contract/battle/battle.ts'
import type { App } from '../../kernel/ctx.ts'
import { tickBattle } from './play.service.ts'
import { sql } from 'kysely'
import { whenDue } from '../../kernel/when-due.ts'

const EVERY_MS = 400
const BATCH = 200
const AT_ONCE = 3

/** Runs one sweep. Several processes may sweep at the same time. */
export async function sweepBattles(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('battle')
    .where('state', '<', BattleState.ended)
    .where('dueTime', '<=', app.clock())
    .orderBy('dueTime')
    .limit(BATCH)
    .select('id')
    .execute()
  const worker = async () => {
    for (let next = due.shift(); next !== undefined; next = due.shift()) {
      const { id } = next
      // one battle that fails must not stop the others
      await tickBattle(app, id, true).catch((error: unknown) => app.log.error({ err: error, battleId: id }, 'a battle did not go on'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const isDue = (now: Date) =>
  sql`exists (select from battle where state < ${sql.lit(BattleState.ended)} and due_time <= ${now}::timestamptz)`

export const startBattleSweeper = (app: App): void => whenDue(app, EVERY_MS, 'battles', isDue, () => sweepBattles(app))
