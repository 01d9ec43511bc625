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

type Part = RawBuilder<unknown>
/** A row of a survey: its table, the column that tells it from the survey's other rows, and its values besides the survey. */
type Row = { table: Record<'read' | 'take' | 'put', Part>; key: string; surveyId: string; columns: Record<string, Part> }

/**
 * Adds a row with its company: the keys of the neighbours, so many below and so many above it that its place among them is random, too. A
 * survey with fewer rows gives all of them.
 */
async function addAmongOthers({ db }: Db, { table, key, surveyId, columns }: Row): Promise<void> {
  const below = randomInt(COMPANY + 1)
  const [ofSurvey, own, value] = [sql`where survey_id = ${surveyId}::bigint`, sql.ref(key), columns[key]!]
  const names = sql.join(Object.keys(columns).map((one) => sql.ref(one)))
  await sql`with
    lower as (select one, row_number() over (order by one desc) as n
      from (select ${own} as one ${table.read} ${ofSurvey} and ${own} < ${value} order by ${own} desc limit ${COMPANY}) near),
    upper as (select one, row_number() over (order by one) as n
      from (select ${own} as one ${table.read} ${ofSurvey} and ${own} > ${value} order by ${own} limit ${COMPANY}) near),
    size as (select least((select count(*) from lower), greatest(${below}::int, ${COMPANY}::int - (select count(*) from upper))) as below),
    company as (select one from lower, size where n <= below union all select one from upper, size where n <= ${COMPANY}::int - below),
    moved as (${table.take} ${ofSurvey} and ${own} in (select one from company) returning ${names})
    ${table.put} (survey_id, ${names})
    select ${surveyId}::bigint, ${names} from (
      select ${names} from moved union all select ${sql.join(Object.values(columns))}) one
    order by random()`.execute(db)
}

type Answer = { id: string; surveyId: string; answers: string }

export const addAnonymousAnswer = (db: Db, { id, surveyId, answers }: Answer): Promise<void> =>
  addAmongOthers(db, {
    table: { read: sql`from survey_answer`, take: sql`delete from survey_answer`, put: sql`insert into survey_answer` },
    key: 'id',
    surveyId,
    columns: {
      id: sql`${id}::bigint`,
      user_id: sql`null::bigint`,
      dept_code: sql`null::text`,
      create_time: sql`null::timestamptz`,
      answers: sql`${answers}::jsonb`,
    },
  })

export const addAnonymousReceipt = (db: Db, { surveyId, userId }: { surveyId: string; userId: string }): Promise<void> =>
  addAmongOthers(db, {
    table: { read: sql`from survey_receipt`, take: sql`delete from survey_receipt`, put: sql`insert into survey_receipt` },
    key: 'user_id',
    surveyId,
    columns: { user_id: sql`${userId}::bigint` },
  })

export const addAnonymousVisit = (db: Db, { surveyId, browserHash }: { surveyId: string; browserHash: string }): Promise<void> =>
  addAmongOthers(db, {
    table: { read: sql`from survey_visit`, take: sql`delete from survey_visit`, put: sql`insert into survey_visit` },
    key: 'browser_hash',
    surveyId,
    columns: { browser_hash: sql`${browserHash}::text` },
  })
