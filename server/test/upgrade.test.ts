// An upgrade: the database of the previous release is migrated while its program goes on, and the new program finds everything.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '../src/domains/course/course.factory.ts'
import { holdQuestions } from '../src/domains/paper/exam-setup.factory.ts'
import { openDatabase } from '../src/kernel/database.ts'
import { migrate } from '../src/kernel/postgres/migrate.ts'
import { cloneDatabase } from './database.ts'
import { actAsBefore, makeOldSite, migrations, type OldSite } from './old-site.ts'
import { openNewPaper, takePaper } from './papers.ts'
import { startWith } from './people.ts'
import { startApp, type TestApp } from './start-app.ts'

const { app, ann } = await startWith('ann')
let site: OldSite
let open: { id: string; examId: string }
let answered: unknown
/** the newest migration of 0.1.0 */
const FIRST_RELEASE = '20261129080000_exam_reminded.sql'
let learning: { courseId: string; chapters: string[]; progress: Awaited<ReturnType<typeof progressIn>> }

/** A course with chapters, and a learner in the middle of it. */
async function openCourse() {
  const file = async (title: string) => {
    const row = { title, fileUrl: `/files/course/${title}`, fileType: CourseFileType.video, duration: 100 }
    return (await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const chapters = ['', '第一章', '第一章', '第二章', '第一章']
  const files = []
  for (const [at, chapter] of chapters.entries()) files.push({ fileId: await file(`课件${at}`), chapter })
  const courseId = await makeCourse(app.ctx(), { title: '升级前的课程', files, sequential: true })
  for (const { fileId } of files.slice(0, 2)) {
    await app.ok(learn['load-process'], { courseId, fileId }, ann)
    app.clock.advance(95)
    await app.ok(learn['save-process'], { courseId, fileId, learnSec: 95, position: 95 }, ann)
  }
  return { courseId, chapters, progress: await progressIn(app, courseId) }
}
const progressIn = async (at: Pick<TestApp, 'ok'>, id: string) =>
  (await at.ok(course.detail, { id }, ann)).files.map(({ fileId, chapter, learnSec, process, finished, locked }) => ({
    fileId,
    chapter,
    learnSec,
    process,
    finished,
    locked,
  }))

/** What people had before stands in a migrated database: the open paper, the place in the course, its chapters. */
async function findsEverything(databaseUrl: string, more?: (upgraded: TestApp) => Promise<void>) {
  const upgraded = await startApp({ databaseUrl })
  try {
    expect((await upgraded.ok(paper['paper-detail'], { id: open.id }, ann)).answers).toEqual(answered)
    // chapters were texts: learners are where they were, and editors find sections
    const { courseId, chapters, progress } = learning
    expect(await progressIn(upgraded, courseId)).toEqual(progress)
    const admin = await upgraded.as('admin')
    const { sections, files } = await upgraded.ok(course['admin/detail'], { id: courseId }, admin)
    expect(sections.map((one) => one.title)).toEqual(['第一章', '第二章', '第一章'])
    expect(files.map((one) => one.chapter)).toEqual(chapters)
    expect(files.map((one) => sections.findIndex(({ id }) => id === one.sectionId))).toEqual([-1, 0, 0, 1, 2])
    await more?.(upgraded)
  } finally {
    await upgraded.close()
  }
}

beforeAll(async () => {
  const started = await openNewPaper(app, ann, { tries: 3 }, { single: 2 })
  const { id, session, keys } = started
  await app.ok(paper['fill-answer'], { paperId: id, session, quId: keys[0]!.quId, seq: 1, answer: { tags: ['A'] } }, ann)
  open = started
  answered = (await app.ok(paper['paper-detail'], { id }, ann)).answers
  const other = await openNewPaper(app, ann, { tries: 3 }, { single: 2 })
  await takePaper(app, ann, other.examId)
  learning = await openCourse()
  // the previous release wrote papers in this form only
  for (const { id } of await app.db.selectFrom('paper').select('id').execute()) await holdQuestions(app, id)
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

  await findsEverything(site.database.url)
})

test('a site of the first release, without sections, finds everything, and its learners go on', async () => {
  const old = await makeOldSite(app.databaseUrl, FIRST_RELEASE)
  try {
    expect(old.tables.map(({ name }) => name)).not.toContain('course_section')
    expect((await migrate(old.database.url, migrations)).applied).toEqual(old.later)
    await findsEverything(old.database.url, async (upgraded) => {
      const { courseId, progress } = learning
      const { fileId } = progress[2]!
      // after the learner's last report
      upgraded.clock.advance(3_600)
      await upgraded.ok(learn['load-process'], { courseId, fileId }, ann)
      upgraded.clock.advance(95)
      await upgraded.ok(learn['save-process'], { courseId, fileId, learnSec: 95, position: 95 }, ann)
      expect((await progressIn(upgraded, courseId)).map((one) => one.finished)).toEqual([true, true, true, false, false])
    })
  } finally {
    await old.client.end()
    await old.database.drop()
  }
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
