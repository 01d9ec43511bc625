// Questions of the caller's battle that are not closed yet are closed everywhere else.
import { BattleState } from '@shuyuan/contract/battle/battle.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { sayOpenIn } from '../qu/bank/open.service.ts'

/** The question that both sides see now and those after it: the keys of the earlier ones were shown in the battle. */
export const sayWhatIsPlayed = (app: App): void =>
  sayOpenIn(
    app,
    'battle',
    (userId) => sql`select keys -> n.at ->> 'quId' from battle_side s join battle b on b.id = s.battle_id,
        generate_series(greatest(b.qu_no - 1, 0), jsonb_array_length(b.keys) - 1) n (at)
      where s.user_id = ${userId}::bigint and s.open and b.state = ${sql.lit(BattleState.open)}`,
  )
