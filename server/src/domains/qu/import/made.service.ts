// Questions that were made of a material, as staged rows: nothing is chosen, so that a person looks at each before it enters the bank.
import type { StagedOrigin } from '@shuyuan/contract/qu/import/import.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { type BodyInput, judge, warn } from '../exchange/exchange.rules.ts'
import { markRepeated } from './stage.service.ts'

/** A question to be staged; `warnings` are shown at it. `body` is HTML and is sanitised here. */
export type MadeQuestion = { quType: number; level: number; chapter: string; body: BodyInput; warnings: Message[]; origin: StagedOrigin }

/** The stem as plain text and the fingerprint of a question; undefined for one that the bank would refuse. */
export function judgedMade({ quType, body }: Pick<MadeQuestion, 'quType' | 'body'>): { title: string; fingerprint: string } | undefined {
  const { title, fingerprint, hasError } = judge({ row: 1, quType, body, problems: [] })
  return hasError ? undefined : { title, fingerprint }
}

type Made = { repoId: string; userId: string; title: string; questions: readonly MadeQuestion[] }

/** Stages the questions for their author, unchosen. Fails notFound for the bank. @returns the id of the import */
export async function stageMade(ctx: Ctx, { repoId, userId, title, questions }: Made): Promise<string> {
  await mustFindRepo(ctx, repoId)
  const { id } = await ctx.db
    .insertInto('quImport')
    .values({ repoId, userId, fileName: title, format: 'model', total: questions.length, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = questions.map(({ quType, level, chapter, body: given, warnings, origin }, at) => {
    const row = at + 1
    const judged = judge({ row, quType, body: given, problems: warnings.map((one) => warn(row, '题干', one)) })
    return { row, quType, level, chapter, origin, ...judged }
  })
  await sql`insert into qu_import_row (import_id, row, chapter, qu_type, level, title, body, fingerprint, problems, has_error, chosen, origin)
    select ${id}::bigint, one.row, chapter, "quType", level, title, body, nullif(decode(fingerprint, 'hex'), ''), problems, "hasError", false, origin
    from jsonb_to_recordset(${json(rows)}::jsonb) as one (row integer, chapter text, "quType" smallint, level smallint, title text, body jsonb,
      fingerprint text, problems jsonb, "hasError" boolean, origin jsonb)`.execute(ctx.db)
  await markRepeated(ctx, id)
  await ctx.db.updateTable('quImportRow').where('importId', '=', id).set({ chosen: false }).execute()
  return id
}
