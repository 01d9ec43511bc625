// A course backup of Moodle brought here: both archives, both layouts of the bank, rehearsed, stored, stored again and undone.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { QuType, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { readArchive } from '../../kernel/archive.ts'
import { type Migration, migrateSite, parts, undoSite } from './migrate.service.ts'
import { asTarGz, asZip, moodleFiles, padded, tarHeader, web } from './moodle-fixture.factory.ts'
import { shared } from './moodle/moodle-quiz.format.ts'
import { tarFiles } from './read/tar.format.ts'
import { readOldSite } from './source.service.ts'
import { countsOf } from './write/report.service.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-moodle-'))
afterAll(() => rm(folder, { recursive: true }))
const { app } = await startWith()
const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const given = { picture, pdf: Buffer.from('%PDF-1.4\n% a manual\n') }

async function read(bytes: Uint8Array, name = 'backup.mbz') {
  const file = join(folder, name)
  await writeFile(file, bytes)
  return readOldSite(app.app, { kind: 'moodle', file })
}
const site = await read(asTarGz(moodleFiles(given)))
afterAll(() => site.close())

async function bring(more: Partial<Migration> = {}) {
  const entries = await migrateSite(app.app, {
    site,
    as: 'admin',
    isDry: false,
    only: new Set(parts),
    depart: undefined,
    keepPasswords: async () => undefined,
    ...more,
  })
  const counts = Object.fromEntries([...countsOf(entries)].map(([kind, of]) => [kind, Object.fromEntries(of)]))
  return { entries, counts, whyOf: (kind: string, id: string) => entries.find((one) => one.kind === kind && one.id === id)?.why }
}

const tables = [
  'sysUser',
  'sysDepart',
  'repo',
  'qu',
  'tmpl',
  'exam',
  'paper',
  'course',
  'courseFile',
  'courseItem',
  'commonFile',
  'migrateItem',
] as const
async function rowCounts() {
  const counts: Record<string, string> = {}
  for (const table of tables)
    counts[table] = (
      await app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return counts
}

const expected = {
  depart: { made: 2 },
  user: { made: 2 },
  repo: { made: 1 },
  qu: { made: 11, left: 2 },
  tmpl: { made: 1 },
  exam: { made: 2 },
  paper: { made: 1, left: 1 },
  courseFile: { made: 4, refused: 1, left: 3 },
  course: { made: 1 },
}

test('tar and zip, and the bank of Moodle 4 and of Moodle 3, say the same', async () => {
  const zipped = await read(asZip(moodleFiles(given)), 'zipped.mbz')
  const { fileOf: _files, close: _close, files, ...plain } = site
  const { fileOf: _other, close, files: others, ...rest } = zipped
  expect(rest).toEqual(plain)
  expect(others.map(({ put: _put, ...one }) => one)).toEqual(files.map(({ put: _put, ...one }) => one))
  await close()
  const old = await read(asTarGz(moodleFiles(given, true)), 'old.mbz')
  const text = (all: unknown) => JSON.stringify(all).replaceAll(/"(?:questionId|id)":"[eq](\d+)/g, '"id":"$1')
  expect(text(old.questions)).toBe(text(site.questions))
  expect(text(old.papers)).toBe(text(site.papers))
  await old.close()
  expect(site.source).toBe('moodle:ab12cd34ef56:9')
})

test('a rehearsal counts as a run does and leaves nothing', async () => {
  const before = await rowCounts()
  const { counts, whyOf } = await bring({ isDry: true })
  // the pictures of the question and of the course
  expect(counts).toEqual({ ...expected, file: { made: 1 + 1 } })
  expect(await rowCounts()).toEqual(before)
  expect(whyOf('qu', 'e13')).toBe('在 Moodle 中已隐藏或是草稿')
  expect(whyOf('courseFile', '71')).toBe('讨论区没有对应的课件')
  expect(whyOf('courseFile', '76')).toBe('说明文字写在课程介绍里')
})

test('questions keep types, keys, pictures and chapters', async () => {
  const { counts } = await bring()
  expect(counts).toEqual({ ...expected, file: { made: 2 } })
  const rows = await app.db
    .selectFrom('qu')
    .innerJoin('repo', 'repo.id', 'repoId')
    .leftJoin('repoChapter', 'repoChapter.id', 'chapterId')
    .where('repo.title', '=', '安全员培训')
    .orderBy('qu.id')
    .select(['quType', 'body', 'repoChapter.title as chapter'])
    .execute()
  const found = rows.map((row) => ({ ...row, body: row.body as QuestionBody }))
  expect(found.map((row) => [row.quType, row.chapter])).toEqual([
    [QuType.single, '消防'],
    [QuType.multiple, '消防'],
    [QuType.trueFalse, '消防'],
    [QuType.fillIn, '急救'],
    [QuType.fillIn, '急救'],
    [QuType.matching, '急救'],
    [QuType.shortAnswer, '急救'],
    [QuType.fillIn, '急救'],
    [QuType.fillIn, '急救'],
    [QuType.fillIn, '急救'],
    [QuType.composite, '急救'],
  ])
  const [single, multiple, judged, short, number, pairs, essay, cloze, three, five] = found.map((row) => row.body)
  expect(single?.content).toMatch(/^<p>火警电话？<img src="\/files\/[^"]+\.png" alt="电话" \/><\/p>$/)
  expect(multiple?.options.map((one) => one.isRight)).toEqual([true, false, true])
  expect(judged?.options.map((one) => one.isRight)).toEqual([false, true])
  expect(short?.blanks).toMatchObject([{ answer: '120' }])
  expect(number?.blanks).toMatchObject([{ compare: 'number', tolerance: 10 }])
  expect(pairs?.pairs).toHaveLength(2)
  expect(essay?.modelAnswer).toBe('<p>三步</p>')
  expect(cloze?.blanks.map((one) => one.answer)).toEqual(['判断', '呼救'])
  expect([three, five].map((one) => one?.content)).toEqual(['<p>3 人每人 2 卷绷带，共几卷？</p>', '<p>5 人每人 2 卷绷带，共几卷？</p>'])
})

test('a quiz is a template with fixed and drawn groups, a draft of an exam, and the best result of each user', async () => {
  const tmpl = await app.db
    .selectFrom('tmpl')
    .where('title', '=', '结业测验')
    .select(['id', 'state', 'totalScore', 'quCount'])
    .executeTakeFirstOrThrow()
  expect(tmpl).toMatchObject({ state: TmplState.published, totalScore: 1_000, quCount: 5 })
  const groups = await app.db.selectFrom('tmplGroup').where('tmplId', '=', tmpl.id).orderBy('sort').select(['title', 'mode']).execute()
  expect(groups).toEqual([
    { title: '必答', mode: 'fixed' },
    { title: '抽答', mode: 'draw' },
  ])
  const draft = await app.db
    .selectFrom('exam')
    .where('title', '=', '结业测验')
    .select(['draft', 'minutes', 'passScore'])
    .executeTakeFirstOrThrow()
  expect(draft).toEqual({ draft: true, minutes: 30, passScore: 700 })
  const papers = await app.db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'userId')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .select(['userName', 'realName', 'deptName', 'score', 'passed', 'handTime'])
    .execute()
  expect(papers).toEqual([
    { userName: 'jo', realName: 'Jo Doe', deptName: '安全科', score: 800, passed: true, handTime: new Date(1_700_000_600_000) },
  ])
})

test('the course is a draft with its sections, files and learners; a page is a package that is finished when it was opened', async () => {
  const course = await app.db.selectFrom('course').where('title', '=', '安全员培训').selectAll().executeTakeFirstOrThrow()
  expect(course).toMatchObject({ draft: true, openType: OpenType.persons })
  expect(course.cover).toMatch(/^\/files\/.+\.png$/)
  expect(course.content).toContain('<h3>第一章</h3><p>先看疏散图，再读手册。</p>')
  expect(course.content).toContain('<a href="https://example.org/?a=1&amp;b=2"')
  const items = await app.db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'fileId')
    .where('courseId', '=', course.id)
    .orderBy('sort')
    .select(['chapter', 'title', 'fileType', 'fileUrl'])
    .execute()
  expect(items).toMatchObject([
    { chapter: '第一章', title: '疏散', fileType: CourseFileType.scorm },
    { chapter: '第一章', title: '手册', fileType: CourseFileType.pdf },
    { chapter: '第 2 节', title: 'a', fileType: CourseFileType.pdf },
    { chapter: '第 2 节', title: '图解', fileType: CourseFileType.scorm },
  ])
  const packageOf = async (at: number) =>
    readArchive(await readFile(join(app.app.storage.privateRoot, (items[at]?.fileUrl ?? '').replace(/^\/files\//, ''))))
  const archive = await packageOf(0)
  const page = new TextDecoder().decode(archive.get('index.html'))
  expect([...archive.keys()].toSorted()).toEqual(['files/1.png', 'imsmanifest.xml', 'index.html'])
  expect(page).toContain('<img src="files/1.png">')
  expect(page).not.toContain('alert(1)')
  // a page of several files stays as it is, in its own encoding
  const whole = await packageOf(3)
  expect([...whole.keys()].toSorted()).toEqual(['imsmanifest.xml', 'main.htm', 'pictures/图 一.png'])
  expect(Buffer.from(whole.get('main.htm')!).subarray(0, web.length)).toEqual(web)
  expect(new TextDecoder('gbk').decode(whole.get('main.htm'))).toMatch(/安<img[\s\S]*LMSInitialize/)
  const calls: unknown[][] = []
  const note = (name: string) => [name, (...args: unknown[]) => void calls.push([name, ...args])] as const
  const API = Object.fromEntries(['LMSInitialize', 'LMSSetValue', 'LMSCommit', 'LMSFinish'].map(note))
  runInNewContext(/<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '', {
    window: { API, addEventListener: (_name: string, end: () => void) => end() },
  })
  expect(calls).toEqual([
    ['LMSInitialize', ''],
    ['LMSSetValue', 'cmi.core.lesson_status', 'completed'],
    ['LMSCommit', ''],
    ['LMSFinish', ''],
  ])
})

test('a second run adds nothing, and an undo leaves the site as it was', async () => {
  const before = await rowCounts()
  const { counts } = await bring()
  expect(counts).toMatchObject({ qu: { same: 11, left: 2 }, course: { same: 1 }, courseFile: { same: 4, refused: 1, left: 3 } })
  expect(await rowCounts()).toEqual(before)
  const entries = await undoSite(app.app, { source: site.source, as: 'admin' })
  expect(entries.filter((one) => one.outcome === 'refused')).toEqual([])
  for (const table of ['course', 'courseFile', 'tmpl', 'exam', 'paper', 'migrateItem'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('what is no whole backup is refused', async () => {
  const whole = asTarGz(moodleFiles(given))
  await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow(/no whole backup/)
  await expect(read(Buffer.from('PK\u0003\u0004 and so on'))).rejects.toThrow(/no whole backup/)
  await expect(read(asTarGz({ 'users.xml': Buffer.from('<users/>') }))).rejects.toThrow(/moodle_backup\.xml is missing/)
  const entities = '<!DOCTYPE a [<!ENTITY b "c">]><question_categories/>'
  const { questions, close } = await read(asTarGz({ ...moodleFiles(given), 'questions.xml': Buffer.from(entities) }))
  expect(questions).toEqual([])
  await close()
})

async function* once(bytes: Uint8Array) {
  // pieces that end within headers
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700)
}

test('long names of archives are read, and what leads out of the folder is not written', async () => {
  const long = `activities/${'x'.repeat(120)}.xml`
  const pax = `${' path='.length + long.length + 1 + 3} path=${long}\n`
  const archive = Buffer.concat([
    tarHeader('pax', pax.length, 'x'),
    padded(Buffer.from(pax)),
    tarHeader('short', 2),
    padded(Buffer.from('ab')),
    tarHeader('././@LongLink', long.length + 1, 'L'),
    padded(Buffer.from(`${long}\0`)),
    tarHeader('short', 1),
    padded(Buffer.from('c')),
    tarHeader('a-link', 0, '2'),
    Buffer.alloc(1_024),
  ])
  const found: [string, number][] = []
  for await (const { name, size } of tarFiles(once(archive))) found.push([name, size])
  expect(found).toEqual([
    [long, 2],
    [long, 1],
  ])
  const escaping = await read(asTarGz({ ...moodleFiles(given), '../outside.xml': Buffer.from('x'), 'a/../../b.xml': Buffer.from('x') }))
  expect(escaping.source).toBe(site.source)
  await escaping.close()
})

test('random slots are shared out by what the category has', () => {
  const stock = (quType: number, count: number) => ({ bankId: '1', chapter: '', quType, count })
  expect(shared(10, [stock(1, 20), stock(2, 10)])).toEqual([7, 3])
  expect(shared(5, [stock(1, 1), stock(2, 1)])).toEqual([1, 1])
  expect(shared(3, [])).toEqual([])
})
