// Finds the question that a candidate's page names by its reference, for marks and reports on questions (domain qu).
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { type FoundReference, registerReferences } from '../../qu/bank/reference.service.ts'
import { isReference } from './reference.rules.ts'

async function findOwn({ db, user }: Ctx, reference: string): Promise<FoundReference | undefined> {
  if (!isReference(reference)) return undefined
  const { rows } = await sql<FoundReference>`
    select asked.qu_id as "quId", paper.state = ${sql.lit(PaperState.open)} as "isOpen"
    from paper, lateral (
      select q.qu_id::text from paper_question q where q.id = question_ids[array_position(refs, ${reference}::bigint)]
      union all select one->>'quId'
      from jsonb_path_query(content, '$[*].quList[*] ? (@.ref == $ref)', jsonb_build_object('ref', ${reference}::text)) one) as asked (qu_id)
    where user_id = ${user.id}::bigint and state >= ${sql.lit(PaperState.open)} limit 1`.execute(db)
  return rows[0]
}

/** Lets calls of the domain qu find the questions of the caller's papers. */
export const followReferences = (app: App): void => registerReferences(app, findOwn)
