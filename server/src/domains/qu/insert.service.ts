// Puts many questions into a bank at once: for imports and for the demo school.
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { failField } from '../../kernel/fail.ts'
import { findingsOf, fingerprintOf, tidyBody, titleOf } from './question.rules.ts'

export type NewQuestion = { quType: number; level: number; /** null: none */ chapterId: string | null; body: Body<typeof qu.save>['body'] }
/** A question that has been cleaned and checked; `fingerprint` in hex. */
export type ReadyQuestion = {
  quType: number
  level: number
  chapterId: string | null
  body: QuestionBody
  title: string
  fingerprint: string
  tags?: string[]
}

/** Rows in one statement. */
const PORTION = 500

/** Cleans and checks questions and stores them as version 1. @returns their ids in the same order. Fails at `rows.N.…` for the first wrong one. */
export function insertQuestions(ctx: Ctx, repoId: string, rows: NewQuestion[]): Promise<string[]> {
  const ready = rows.map(({ quType, level, chapterId, body }, i): ReadyQuestion => {
    const tidy = tidyBody(quType, QuestionBody.parse(body))
    const wrong = findingsOf(quType, tidy).find((one) => one.level === 'error')
    if (wrong) failField(`rows.${i}.body.${wrong.path}`, wrong.msg)
    return { quType, level, chapterId, body: tidy, title: titleOf(tidy), fingerprint: fingerprintOf(quType, tidy).toString('hex') }
  })
  return storeQuestions(ctx, repoId, ready)
}

/** Stores checked questions as version 1, each portion in one statement. @param stored told how many are in. @returns ids in the same order */
export async function storeQuestions(ctx: Ctx, repoId: string, rows: ReadyQuestion[], stored?: (count: number) => void): Promise<string[]> {
  const createBy = ctx.user.id === '0' ? null : ctx.user.id
  const ids: string[] = []
  for (let from = 0; from < rows.length; from += PORTION) {
    const portion = rows.slice(from, from + PORTION)
    const { rows: inserted } = await sql<{ id: string }>`
      with given as (
        select * from rows from (
          jsonb_to_recordset(${json(portion)}::jsonb)
            as ("quType" smallint, level smallint, "chapterId" bigint, body jsonb, title text, fingerprint text, tags jsonb)
        ) with ordinality as given (qu_type, level, chapter_id, body, title, fingerprint, tags, place)
      ), stored as (
        insert into qu (repo_id, chapter_id, qu_type, level, title, fingerprint, body, tags, create_by, create_time, update_time)
        select ${repoId}::bigint, chapter_id, qu_type, level, title, decode(fingerprint, 'hex'), body,
          coalesce(array(select jsonb_array_elements_text(tags)), '{}'), ${createBy}::bigint, ${ctx.now}, ${ctx.now}
        from given order by place
        returning id, body
      ), versions as (
        insert into qu_version (qu_id, version, body, create_by, create_time)
        select id, 1, body, ${createBy}::bigint, ${ctx.now} from stored
      )
      select id from stored order by id`.execute(ctx.db)
    ids.push(...inserted.map((row) => row.id))
    stored?.(ids.length)
  }
  return ids
}
