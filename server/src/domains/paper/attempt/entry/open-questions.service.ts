// Questions on the caller's open papers are closed everywhere else until the hand-in.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import { sayOpenIn } from '../../../qu/bank/open.service.ts'

export const sayWhatIsSat = (app: App): void =>
  sayOpenIn(
    app,
    'paper',
    (userId) => sql`select open.qu_id from paper, lateral (
        select q.qu_id::text from paper_question q where q.id = any(question_ids)
        union all select jsonb_path_query(keys, '$[*].quId') #>> '{}') as open (qu_id)
      where user_id = ${userId}::bigint and state = ${sql.lit(PaperState.open)}`,
  )
