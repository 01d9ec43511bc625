// Stores an anonymous answer so that the database cannot say who wrote it (docs/decisions/0198).
//
// Receipt and answer are written by one transaction, and PostgreSQL keeps its number in both rows (xmin), their place in the file in the order
// of writing. So each new row is written together with some older ones of the survey, in random order: all of them carry the same number, and
// the new one is any of them. The caller holds the lock of the survey, because such rows are deleted and inserted again.
import { type RawBuilder, sql } from 'kysely'
import { randomBytes, randomInt } from 'node:crypto'
import type { Ctx } from '../../kernel/ctx.ts'

/** Rows that are written again with a new one. */
const COMPANY = 31

type Db = Pick<Ctx, 'db'>

const ID_BOUND = 10n ** 17n
const ID_BYTES = 16

/** An id of an answer: one that counts would say in which order people answered. */
export const randomId = (): string => String((BigInt(`0x${randomBytes(ID_BYTES).toString('hex')}`) % ID_BOUND) + 1n)

type Place = { table: string; key: string; surveyId: string; value: RawBuilder<unknown> }

/**
 * `company`: the keys of the neighbours of a new row, so many below and so many above it that its place among them is random, too. A survey
 * with fewer rows gives all of them.
 */
function companyOf({ table, key, surveyId, value }: Place) {
  const below = randomInt(COMPANY + 1)
  const [rows, own] = [sql`${sql.table(table)} where survey_id = ${surveyId}::bigint`, sql.ref(key)]
  return sql`
    lower as (select one, row_number() over (order by one desc) as n
      from (select ${own} as one from ${rows} and ${own} < ${value} order by ${own} desc limit ${COMPANY}) near),
    upper as (select one, row_number() over (order by one) as n
      from (select ${own} as one from ${rows} and ${own} > ${value} order by ${own} limit ${COMPANY}) near),
    size as (select least((select count(*) from lower), greatest(${below}::int, ${COMPANY}::int - (select count(*) from upper))) as below),
    company as (select one from lower, size where n <= below union all select one from upper, size where n <= ${COMPANY}::int - below)`
}

type Answer = { id: string; surveyId: string; answers: string }

export async function addAnonymousAnswer({ db }: Db, { id, surveyId, answers }: Answer): Promise<void> {
  const company = companyOf({ table: 'survey_answer', key: 'id', surveyId, value: sql`${id}::bigint` })
  await sql`with ${company},
    moved as (delete from survey_answer where id in (select one from company) returning id, user_id, dept_code, create_time, answers)
    insert into survey_answer (id, survey_id, user_id, dept_code, create_time, answers)
    select id, ${surveyId}::bigint, user_id, dept_code, create_time, answers from (
      select id, user_id, dept_code, create_time, answers from moved
      union all select ${id}::bigint, null, null, null, ${answers}::jsonb) one
    order by random()`.execute(db)
}

export async function addAnonymousReceipt({ db }: Db, { surveyId, userId }: { surveyId: string; userId: string }): Promise<void> {
  const company = companyOf({ table: 'survey_receipt', key: 'user_id', surveyId, value: sql`${userId}::bigint` })
  await sql`with ${company},
    moved as (delete from survey_receipt where survey_id = ${surveyId}::bigint and user_id in (select one from company) returning user_id)
    insert into survey_receipt (survey_id, user_id)
    select ${surveyId}::bigint, user_id from (select user_id from moved union all select ${userId}::bigint) one order by random()`.execute(
    db,
  )
}

export async function addAnonymousVisit({ db }: Db, { surveyId, browserHash }: { surveyId: string; browserHash: string }): Promise<void> {
  const company = companyOf({ table: 'survey_visit', key: 'browser_hash', surveyId, value: sql`${browserHash}::text` })
  await sql`with ${company},
    moved as (delete from survey_visit where survey_id = ${surveyId}::bigint and browser_hash in (select one from company) returning browser_hash)
    insert into survey_visit (survey_id, browser_hash)
    select ${surveyId}::bigint, browser_hash from (select browser_hash from moved union all select ${browserHash}::text) one
    order by random()`.execute(db)
}
