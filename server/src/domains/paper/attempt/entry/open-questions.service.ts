// Questions on the caller's open papers are closed everywhere else until the hand-in.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import { sayOpenIn } from '../../../qu/bank/open.service.ts'

export const sayWhatIsSat = (app: App): void =>
  sayOpenIn(
    app,
    'paper',
    (userId) => sql`select jsonb_path_query(keys, '$[*].quId') #>> '{}' from paper
      where user_id = ${userId}::bigint and state = ${sql.lit(PaperState.open)}`,
  )
