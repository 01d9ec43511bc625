// Stores an anonymous answer so that the database cannot say who wrote it (docs/decisions/0198).
//
// Receipt and answer are written by one transaction, and PostgreSQL keeps its number in both rows (xmin), their place in the file in the order
// of writing. So each new row is written together with some older ones of the survey, in random order: all of them carry the same number, and
// the new one is any of them. The caller holds the lock of the survey, because such rows are deleted and inserted again.
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'

/** Rows that are written again with a new one. */
const COMPANY = 31

type Db = Pick<Ctx, 'db'>

/** How many neighbours below and above the new row go with it: its place among them is random, too. */
function neighbours() {
  const below = randomInt(COMPANY + 1)
  return { below, above: COMPANY - below }
}

export async function addAnonymousAnswer({ db }: Db, { id, surveyId, answers }: { id: string; surveyId: string; answers: string }) {
  const { below, above } = neighbours()
  await sql`with company as (
      (select id from survey_answer where survey_id = ${surveyId}::bigint and id < ${id}::bigint order by id desc limit ${below})
      union all
      (select id from survey_answer where survey_id = ${surveyId}::bigint and id > ${id}::bigint order by id limit ${above})),
    moved as (delete from survey_answer where id in (select id from company) returning id, user_id, dept_code, create_time, answers)
    insert into survey_answer (id, survey_id, user_id, dept_code, create_time, answers)
    select id, ${surveyId}::bigint, user_id, dept_code, create_time, answers from (
      select id, user_id, dept_code, create_time, answers from moved
      union all select ${id}::bigint, null, null, null, ${answers}::jsonb) one
    order by random()`.execute(db)
}

export async function addAnonymousReceipt({ db }: Db, { surveyId, userId }: { surveyId: string; userId: string }) {
  const { below, above } = neighbours()
  await sql`with company as (
      (select user_id from survey_receipt where survey_id = ${surveyId}::bigint and user_id < ${userId}::bigint order by user_id desc limit ${below})
      union all
      (select user_id from survey_receipt where survey_id = ${surveyId}::bigint and user_id > ${userId}::bigint order by user_id limit ${above})),
    moved as (delete from survey_receipt where survey_id = ${surveyId}::bigint and user_id in (select user_id from company) returning user_id)
    insert into survey_receipt (survey_id, user_id)
    select ${surveyId}::bigint, user_id from (select user_id from moved union all select ${userId}::bigint) one order by random()`.execute(db)
}

export async function addAnonymousVisit({ db }: Db, { surveyId, browserHash }: { surveyId: string; browserHash: string }) {
  const { below, above } = neighbours()
  await sql`with company as (
      (select browser_hash from survey_visit where survey_id = ${surveyId}::bigint and browser_hash < ${browserHash}
        order by browser_hash desc limit ${below})
      union all
      (select browser_hash from survey_visit where survey_id = ${surveyId}::bigint and browser_hash > ${browserHash}
        order by browser_hash limit ${above})),
    moved as (delete from survey_visit where survey_id = ${surveyId}::bigint and browser_hash in (select browser_hash from company)
      returning browser_hash)
    insert into survey_visit (survey_id, browser_hash)
    select ${surveyId}::bigint, browser_hash from (select browser_hash from moved union all select ${browserHash}::text) one
    order by random()`.execute(db)
}
