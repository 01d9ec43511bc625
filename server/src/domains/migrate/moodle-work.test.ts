// Assignments of a course backup of Moodle brought here, with submissions, grades and files; rehearsed, stored in two steps, repeated, undone.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState, WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { type Migration, migrateSite, parts, undoSite } from './migrate.service.ts'
import { asTarGz, moodleFiles } from './moodle-fixture.factory.ts'
import { workFiles } from './moodle-work.factory.ts'
import { readOldSite } from './source.service.ts'
import { countsOf } from './write/report.service.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-moodle-work-'))
afterAll(() => rm(folder, { recursive: true }))
const { app } = await startWith()
const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const given = { picture, pdf: Buffer.from('%PDF-1.4\n% a manual\n') }

async function read(files: Record<string, Uint8Array>, name = 'backup.mbz') {
  await writeFile(join(folder, name), asTarGz(files))
  return readOldSite(app.app, { kind: 'moodle', file: join(folder, name) })
}
const files = moodleFiles(given, false, workFiles(given))
const site = await read(files)
afterAll(() => site.close())

async function bring(more: Partial<Migration> = {}) {
  const wanted = { site, as: 'admin', isDry: false, only: new Set(parts), depart: undefined, keepPasswords: async () => undefined }
  const entries = await migrateSite(app.app, { ...wanted, ...more })
  const counts = Object.fromEntries([...countsOf(entries)].map(([kind, of]) => [kind, Object.fromEntries(of)]))
  return { counts, whyOf: (kind: string, id: string) => entries.find((one) => one.kind === kind && one.id === id)?.why ?? '' }
}
const works = () =>
  app.db
    .selectFrom('courseWork')
    .innerJoin('courseFile', 'courseFile.id', 'fileId')
    .orderBy('fileId')
    .selectAll('courseWork')
    .select('title')
    .execute()
const hands = () => app.db.selectFrom('courseWorkHand').orderBy('tryNo').selectAll().execute()
const rows = async () => [
  (await works()).length,
  (await hands()).length,
  (await app.db.selectFrom('courseWorkFile').selectAll().execute()).length,
]

// a try that is marked twice, a draft, a stranger, a team
const expected = { work: { made: 2 }, hand: { made: 2, left: 1 }, course: { made: 1 } }

test('a rehearsal counts as a run does, and leaves nothing', async () => {
  const { counts, whyOf } = await bring({ isDry: true })
  expect(counts).toMatchObject(expected)
  expect(counts.file).toMatchObject({ refused: 1 })
  expect(await rows()).toEqual([0, 0, 0])
  expect(whyOf('work', '81')).toBe(
    '评分量规没有带过来；1 条个别期限没有带过来，可在课程里延期；最晚提交时间没有带过来：截止之后一直可以提交，算逾期；文件数量上限 20 改为 10；文件类型“.pdf,image”按大类限制',
  )
  expect(whyOf('work', '82')).toBe(
    '小组提交没有带过来：每人各交一份；用等级评分：等级没有带过来，满分按 100 分；原来不在网上提交，这里可以填写文字',
  )
  expect(whyOf('hand', '81/3/0')).toBe('草稿，没有提交')
  expect(whyOf('hand', '81/4/1')).toContain('文字里的图片在文件里；文件“setup.exe”没有带过来')
  expect(site.notes).toEqual(expect.arrayContaining(['疏散方案：1 份小组提交没有带过来', '疏散方案：1 次提交的用户不在备份里']))
})

test('a run goes on where an earlier one ended: with the tries that are missing', async () => {
  await bring({ only: new Set(['users', 'courses']) })
  expect(await rows()).toEqual([2, 0, 1])
  const { counts } = await bring()
  expect(counts).toMatchObject({ work: { same: 2 }, hand: expected.hand, learn: { made: 1 }, course: { same: 1 } })
})

test('an assignment keeps its task, files, terms and place in the course', async () => {
  const [plan, drill] = await works()
  expect(plan).toMatchObject({
    title: '疏散方案',
    maxScore: 5_000,
    passScore: 3_000,
    deadlineTime: new Date(1_700_000_050_000),
    late: true,
    tries: 3,
    takesText: true,
    kinds: ['image', 'document'],
    mostFiles: 10,
    mostMb: 5,
    finish: WorkFinish.passed,
    blind: true,
  })
  expect(plan?.content).toMatch(/^<p>画出<b>疏散图<\/b>。<img src="\/files\/[^"]+\.png" \/><\/p>$/)
  expect(drill).toMatchObject({ maxScore: 10_000, passScore: 6_000, deadlineTime: null, late: false, tries: 1, takesText: true, kinds: [] })
  const items = await app.db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'fileId')
    .where('fileId', 'in', [plan!.fileId, drill!.fileId])
    .orderBy('sort')
    .select(['title', 'chapter', 'openTime', 'required'])
    .execute()
  expect(items).toEqual([
    { title: '疏散方案', chapter: '第一章', openTime: new Date(1_699_000_000_000), required: true },
    { title: '小组演练', chapter: '第 2 节', openTime: null, required: true },
  ])
  const { token } = await app.as('admin')
  const { attachments } = await app.ok(courseWork.setting, { id: plan!.fileId }, token)
  expect(attachments).toMatchObject([{ title: '模板.pdf', fileSize: given.pdf.length }])
})

test('each try keeps text, files, mark and comment, and the lesson is finished with the one that passed', async () => {
  const [first, second] = await hands()
  const learner = await app.db.selectFrom('sysUser').where('userName', '=', 'jo').select('id').executeTakeFirstOrThrow()
  const teacher = await app.db.selectFrom('sysUser').where('userName', '=', 'wang.li').select('id').executeTakeFirstOrThrow()
  expect(first).toMatchObject({
    userId: learner.id,
    tryNo: 1,
    state: HandState.marked,
    content: '第一稿\n走 东 门',
    score: 2_000,
    finalScore: 2_000,
    passed: false,
    comment: '缺西门\n再画一次',
    markBy: teacher.id,
    handTime: new Date(1_700_000_011_000),
    lateDays: 0,
  })
  expect(second).toMatchObject({ tryNo: 2, content: '第二稿 【图】', score: 4_550, passed: true, comment: '', lateDays: 1 })
  const own = await app.db
    .selectFrom('courseWorkFile')
    .innerJoin('commonFile', 'url', 'fileUrl')
    .where('handId', '=', second!.id)
    .orderBy('sort')
    .select(['title', 'ownerId', 'isPrivate', 'fileType'])
    .execute()
  expect(own).toEqual([
    { title: '方案.pdf', ownerId: learner.id, isPrivate: true, fileType: 'application/pdf' },
    { title: 'door.png', ownerId: learner.id, isPrivate: true, fileType: 'image/png' },
  ])
  const learnt = await app.db.selectFrom('courseFileLearn').selectAll().execute()
  expect(learnt).toMatchObject([{ userId: learner.id, fileId: second!.fileId, process: 100, finishTime: new Date(1_700_000_060_000) }])
  await app.db.updateTable('sysUser').set({ mustChangePass: false }).where('id', '=', learner.id).execute()
  const { token } = await app.as('jo')
  const { records } = await app.ok(courseWork.mine, { current: 1, size: 10, params: {} }, token)
  expect(records).toMatchObject([{ title: '疏散方案', tryNo: 2, finalScore: 45.5, maxScore: 50, passed: true }])
})

test('a second run adds nothing, an undo takes back what is unchanged', async () => {
  const before = await rows()
  const { counts } = await bring()
  expect(counts).toMatchObject({ work: { same: 2 }, hand: { same: 2, left: 1 } })
  expect(await rows()).toEqual(before)
  const entries = await undoSite(app.app, { source: site.source, as: 'admin' })
  expect(entries.filter((one) => one.outcome === 'refused')).toEqual([])
  expect(await rows()).toEqual([0, 0, 0])
})

const placed = (titles: string[]) =>
  app.db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'fileId')
    .where('title', 'in', titles)
    .orderBy('sort')
    .select(['title', 'chapter', 'required'])
    .execute()

test('a course that was brought before its assignments gets them once, and keeps what people have changed', async () => {
  const titles = ['疏散方案', '小组演练']
  const old = await read(files, 'old.mbz')
  const of = {
    ...old,
    works: [],
    hands: [],
    courses: old.courses.map((one) => ({ ...one, items: one.items.filter((item) => !old.works.some((work) => work.id === item.fileId)) })),
  }
  await bring({ site: of })
  expect(await placed(titles)).toEqual([])
  app.clock.advance(60_000)
  // a rehearsal says it, and leaves nothing
  expect((await bring({ isDry: true })).whyOf('course', site.courses[0]!.id)).toContain('补上了 2 个作业')
  expect(await placed(titles)).toEqual([])
  await app.db.updateTable('course').set({ content: '<p>本站写的</p>' }).where('title', '=', site.courses[0]!.title).execute()
  const { counts, whyOf } = await bring()
  expect(counts).toMatchObject({ work: { made: 2 }, hand: { made: 2 } })
  expect(whyOf('course', site.courses[0]!.id)).toContain('补上了 2 个作业')
  expect(await placed(titles)).toEqual([
    { title: '疏散方案', chapter: '第一章', required: true },
    { title: '小组演练', chapter: '第 2 节', required: true },
  ])
  const { id, content, version } = await app.db
    .selectFrom('course')
    .where('title', '=', site.courses[0]!.title)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(content).toBe('<p>本站写的</p>')
  // one that a person takes out again stays out
  const plan = await app.db.selectFrom('courseFile').where('title', '=', '疏散方案').select('id').executeTakeFirstOrThrow()
  const { token } = await app.as('admin')
  await app.ok(courseBuild['item-delete'], { courseId: id, version, fileIds: [plan.id] }, token)
  app.clock.advance(60_000)
  expect((await bring()).whyOf('course', site.courses[0]!.id)).not.toContain('补上')
  expect(await placed(titles)).toEqual([{ title: '小组演练', chapter: '第 2 节', required: true }])
  await old.close()
})

test('a backup without users brings assignments without tries', async () => {
  const bare = await read({ ...files, 'users.xml': Buffer.from('<users></users>') }, 'bare.mbz')
  expect([bare.works.length, bare.hands.length, bare.learns.length]).toEqual([2, 0, 0])
  await bare.close()
})
