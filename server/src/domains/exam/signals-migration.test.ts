// The migration after which only facts may end a paper.
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setUpExam } from '../paper/exam-setup.factory.ts'
import { startWith } from '../../../test/people.ts'

const { app, admin } = await startWith()
const file = readFileSync(new URL('../../../migrations/20261231110000_signals_that_end_a_paper.sql', import.meta.url), 'utf8')
/** One statement after the other on one connection, as a migration runs. */
const run = () =>
  app.db.transaction().execute(async (db) => {
    for (const statement of file.split(/;\n/).filter((one) => one.trim() !== '')) await sql.raw(statement).execute(db)
  })

test('force of hints becomes a mark in exams, presets and the recycle bin; facts and other verdicts stay', async () => {
  const before = { leave: 'force', takeover: 'force', recording: 'force', copy: 'force', overtime: 'force', unseen: 'warn' }
  const after = { ...before, copy: 'flag', overtime: 'flag' }
  const { examId } = await setUpExam(app.ctx(), {})
  const { examId: other } = await setUpExam(app.ctx(), {})
  const signals = JSON.stringify(before)
  const { version } = await app.db
    .updateTable('exam')
    .set({ signals })
    .where('id', '=', examId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('exam').set({ signals: '{}' }).where('id', '=', other).execute()
  const preset = { createBy: admin.id, createTime: new Date() }
  const settings = [{ minutes: 30, signals: before }, { minutes: 20 }].map((one) => JSON.stringify(one))
  await app.db
    .insertInto('examPreset')
    .values(settings.map((one, at) => ({ ...preset, title: `预设${at}`, settings: one })))
    .execute()
  await sql`insert into sys_bin (kind, object_id, title, create_by, create_time) values ('exam', 1, '旧', ${admin.id}, now())`.execute(
    app.db,
  )
  await sql`insert into sys_bin_row (bin_id, depth, table_name, data) select id, 0, 'exam', jsonb_build_object('id', 1, 'signals', ${signals}::jsonb) from sys_bin`.execute(
    app.db,
  )
  await run()
  await run()
  const exams = await app.db.selectFrom('exam').where('id', 'in', [examId, other]).orderBy('id').select(['signals', 'version']).execute()
  expect(exams).toEqual([
    { signals: after, version },
    { signals: {}, version },
  ])
  const presets = await app.db.selectFrom('examPreset').orderBy('title').select('settings').execute()
  expect(presets.map((one) => one.settings)).toEqual([{ minutes: 30, signals: after }, { minutes: 20 }])
  const bin = await app.db.selectFrom('sysBinRow').select('data').executeTakeFirstOrThrow()
  expect(bin.data).toEqual({ id: 1, signals: after })
})
