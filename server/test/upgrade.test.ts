// An upgrade: the database of the previous release is migrated while its program goes on, and the new program finds everything.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/kernel/database.ts'
import { migrate } from '../src/kernel/postgres/migrate.ts'
import { cloneDatabase } from './database.ts'
import { actAsBefore, makeOldSite, migrations, type OldSite } from './old-site.ts'
import { openNewPaper, takePaper } from './papers.ts'
import { startWith } from './people.ts'
import { startApp } from './start-app.ts'

const { app, ann } = await startWith('ann')
let site: OldSite
let open: { id: string; examId: string }
let answered: unknown

beforeAll(async () => {
  const started = await openNewPaper(app, ann, { tries: 3 }, { single: 2 })
  const { id, session, keys } = started
  await app.ok(paper['fill-answer'], { paperId: id, session, quId: keys[0]!.quId, seq: 1, answer: { tags: ['A'] } }, ann)
  open = started
  answered = (await app.ok(paper['paper-detail'], { id }, ann)).answers
  const other = await openNewPaper(app, ann, { tries: 3 }, { single: 2 })
  await takePaper(app, ann, other.examId)
  site = await makeOldSite(app.databaseUrl)
})
afterAll(async () => {
  await site.client.end()
  await site.database.drop()
})

test('the previous program goes on while and after its database is migrated, and the new one finds its rows', async () => {
  const filled = site.tables.map(({ name }) => name)
  expect(filled).toEqual(expect.arrayContaining(['exam', 'paper', 'paper_answer', 'paper_answer_log', 'qu', 'sys_user', 'tmpl']))
  expect(await actAsBefore(site)).toEqual([])
  const upgrade = { done: false }
  const migrating = migrate(site.database.url, migrations).finally(() => (upgrade.done = true))
  const refused: string[] = []
  while (!upgrade.done) refused.push(...(await actAsBefore(site)))
  expect((await migrating).applied).toEqual(site.later)
  expect([...refused, ...(await actAsBefore(site))]).toEqual([])

  const upgraded = await startApp({ databaseUrl: site.database.url })
  const detail = await upgraded.ok(paper['paper-detail'], { id: open.id }, ann).finally(() => upgraded.close())
  expect(detail.answers).toEqual(answered)
})

test('a change that the previous program cannot work with is noticed', async () => {
  await site.client.query('alter table exam rename column title to name')
  await site.client.query('alter table paper add column place int not null default 1; alter table paper alter column place drop default')
  expect(await actAsBefore(site)).toEqual([
    expect.stringContaining('exam: column "title" does not exist'),
    expect.stringContaining('exam: column "title"'),
    expect.stringContaining('exam: column "title"'),
    expect.stringContaining('paper: null value in column "place"'),
  ])
})

test('a statement that reads all columns survives a column that a newer server adds', async () => {
  const copy = await cloneDatabase()
  const { db } = openDatabase(copy.url, { max: 1, onError: () => undefined })
  const read = () => db.selectFrom('sysRole').where('id', '>', '0').selectAll().execute()
  const before = await read()
  await sql`alter table sys_role add column added int not null default 7`.execute(db)
  expect(await read()).toEqual(before.map((row) => ({ ...row, added: 7 })))
  await db.destroy()
  await copy.drop()
})
