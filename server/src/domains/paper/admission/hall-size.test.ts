// The number of papers that a candidate's calls read does not grow with the number of candidates, even while the database has no statistics.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startPaper } from '../../../../test/papers.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann } = await startWithEnv({ DB_POOL: '2' }, 'ann')
const PART = 300
const HALL = 2_000
/** After five executions a connection keeps the plan of a statement. */
const SAMPLE = 8

/** One connection does everything: it has the plans, and says at once what it has read. */
const withOne = (act: () => Promise<void>) =>
  app.db.transaction().execute(async (held) => {
    await sql`select 1`.execute(held)
    return act()
  })

/** Open papers of others, as this one. */
async function seat(id: string, from: number, to: number) {
  await sql`with others as (
      insert into sys_user (user_name, real_name, password_hash, dept_code)
      select 'seat' || n, '考生', 'x', u.dept_code from generate_series(${from}::int, ${to}::int - 1) n, sys_user u where u.id = ${ann.id}::bigint
      returning id)
    insert into paper select (jsonb_populate_record(p, jsonb_build_object('id', o.id + 1000000, 'user_id', o.id))).*
    from paper p, others o where p.id = ${id}::bigint`.execute(app.db)
}

/** Rows of papers that the connection has read until now. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(app.db)
  const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
    where relname = 'paper'`.execute(app.db)
  return rows[0]!.read
}

test('a candidate of a full hall reads the own papers', () =>
  withOne(async () => {
    const { examId } = await setUpExam(app.ctx(), { tries: 3 })
    const come = async (prefix: string) => {
      for (let at = 0; at < SAMPLE; at++) {
        const person = await app.enrol({ userName: `${prefix}${at}` })
        const { id } = await startPaper(app, person, examId)
        const { session } = await app.ok(paper['paper-detail'], { id }, person)
        await app.ok(paper['hand-exam'], { id, session }, person)
      }
    }
    const { id } = await startPaper(app, ann, examId)
    await seat(id, 0, PART)
    await come('early')
    await seat(id, PART, HALL)
    const before = await rowsRead()
    await come('late')
    const read = (await rowsRead()) - before
    expect(read).toBeGreaterThan(SAMPLE)
    expect(read).toBeLessThan(HALL)
  }))
