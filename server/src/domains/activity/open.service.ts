// Questions of the caller's open tries are closed everywhere else until the hand-in.
import { RunState } from '@shuyuan/contract/activity/activity.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { sayOpenIn } from '../qu/bank/open.service.ts'

export const sayWhatIsTried = (app: App): void =>
  sayOpenIn(
    app,
    'activity',
    (userId) => sql`select jsonb_path_query(keys, '$[*].quId') #>> '{}' from activity_run
      where user_id = ${userId}::bigint and state = ${sql.lit(RunState.open)}`,
  )
