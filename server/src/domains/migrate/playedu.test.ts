// A dump of PlayEdu brought here: people, courses with their files, and what was learnt.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { type Migration, migrateSite, parts, undoSite } from './migrate.service.ts'
import { readOldSite } from './source.service.ts'
import { countsOf } from './write/report.service.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-playedu-'))
afterAll(() => rm(folder, { recursive: true }))
const { app } = await startWith()
for (const one of ['videos', 'pdf', 'images']) await mkdir(join(folder, 'files', one), { recursive: true })
const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42')])
await writeFile(join(folder, 'files/videos/a1.mp4'), film)
await writeFile(join(folder, 'files/videos/b2.mp4'), film)
await writeFile(join(folder, 'files/pdf/c3.pdf'), '%PDF-1.4\n')
await writeFile(
  join(folder, 'files/images/d4.png'),
  await sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
    .png()
    .toBuffer(),
)

type Row = Record<string, string | number | null>
const at = '2024-05-06 08:00:00'
const person = (id: number, more: Row = {}): Row => ({
  id,
  email: `p${id}@example.org`,
  name: `学员${id}`,
  id_card: '',
  is_lock: 0,
  created_at: at,
  deleted: 0,
  ...more,
})
const resource = (id: number, type: string, name: string, extension: string, path: string): Row => ({
  id,
  type,
  name,
  extension,
  size: 12,
  disk: '',
  path,
  is_hidden: 0,
})
const hour = (id: number, chapter_id: number, sort: number, rid: number, more: Row = {}): Row => ({
  id,
  course_id: 1,
  chapter_id,
  sort,
  title: `课时${id}`,
  type: 'VIDEO',
  rid,
  duration: 100,
  deleted: 0,
  ...more,
})
const learnt = (id: number, user_id: number, hour_id: number, more: Row = {}): Row => ({
  id,
  user_id,
  course_id: 1,
  hour_id,
  total_duration: 100,
  finished_duration: 40,
  real_duration: 300,
  is_finished: 0,
  finished_at: null,
  created_at: at,
  updated_at: '2024-05-07 09:30:00',
  ...more,
})
const done = { finished_duration: 100, is_finished: 1, finished_at: '2024-05-07 09:00:00' }
const rows: Record<string, Row[]> = {
  departments: [
    { id: 1, name: '总部', parent_id: 0, sort: 0 },
    { id: 2, name: '门店', parent_id: 1, sort: 0 },
  ],
  users: [person(1), person(2), person(3, { is_lock: 1 }), person(4, { deleted: 1 })],
  user_department: [
    { user_id: 1, dep_id: 2 },
    { user_id: 1, dep_id: 1 },
    { user_id: 2, dep_id: 2 },
  ],
  resource: [
    resource(1, 'VIDEO', '开场', 'mp4', 'videos/a1.mp4'),
    resource(2, 'VIDEO', '收尾.mp4', 'mp4', 'videos/b2.mp4'),
    resource(3, 'PDF', '讲义', 'pdf', 'pdf/c3.pdf'),
    resource(4, 'IMAGE', '封面', 'png', 'images/d4.png'),
    resource(5, 'VIDEO', '丢了', 'mp4', 'videos/gone.mp4'),
  ],
  courses: [
    {
      id: 1,
      title: '服务礼仪',
      thumb: 4,
      charge: 990,
      short_desc: "it's <b>",
      is_show: 1,
      is_required: 1,
      created_at: at,
      deleted_at: null,
    },
    { id: 2, title: '没做完', thumb: -1, charge: 0, short_desc: '', is_show: 0, is_required: 0, created_at: at, deleted_at: null },
    { id: 3, title: '删了', thumb: -1, charge: 0, short_desc: '', is_show: 1, is_required: 0, created_at: at, deleted_at: at },
  ],
  course_chapters: [
    { id: 1, course_id: 1, name: '后', sort: 2 },
    { id: 2, course_id: 1, name: '前', sort: 1 },
  ],
  course_hour: [hour(1, 1, 1, 2), hour(2, 2, 1, 1), hour(3, 2, 2, 5), hour(4, 2, 3, 1), hour(5, 2, 4, 3, { deleted: 1 })],
  course_attachment: [{ id: 1, course_id: 1, sort: 1, title: '讲义', type: 'PDF', rid: 3 }],
  course_department_user: [{ course_id: 1, range_id: 2, type: 0 }],
  user_course_hour_records: [learnt(1, 1, 1, done), learnt(2, 1, 2, done), learnt(3, 2, 2), learnt(4, 2, 5), learnt(5, 4, 1, done)],
}

function dump(): string {
  const literal = (value: Row[string]) =>
    value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "\\'")}'`
  const tables = Object.entries(rows).map(([table, some]) => {
    const names = Object.keys(some[0] ?? {})
    const columns = names.map((name) => `  \`${name}\` varchar(255) DEFAULT NULL`).join(',\n')
    const values = some.map((row) => `(${names.map((name) => literal(row[name] ?? null)).join(',')})`).join(',')
    return `CREATE TABLE \`${table}\` (\n${columns}\n) ENGINE=InnoDB;\nINSERT INTO \`${table}\` VALUES ${values};\n`
  })
  return `-- MySQL dump 10.13  Distrib 8.0.36\n/*!40101 SET NAMES utf8mb4 */;\n${tables.join('')}-- Dump completed\n`
}
await writeFile(join(folder, 'dump.sql'), dump())
const site = await readOldSite(app.app, { kind: 'playedu', file: join(folder, 'dump.sql'), files: join(folder, 'files') })

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
const expected = {
  depart: { made: 2 },
  user: { made: 3, left: 1 },
  file: { made: 1 },
  courseFile: { made: 3, left: 1 },
  course: { made: 2, left: 1 },
  learn: { made: 3, refused: 1, left: 1 },
}
const learning = () =>
  app.db
    .selectFrom('courseFileLearn')
    .innerJoin('courseFile', 'courseFile.id', 'fileId')
    .innerJoin('sysUser', 'sysUser.id', 'userId')
    .orderBy('userName')
    .orderBy('title')
    .select(['userName', 'title', 'learnSec', 'process', 'finishTime'])
    .execute()

test('a rehearsal counts as a run does and leaves nothing', async () => {
  expect((await bring({ isDry: true })).counts).toEqual(expected)
  for (const table of ['course', 'courseFile', 'courseLearn', 'commonFile', 'migrateItem'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('people have the department that stands first, courses their chapters, files, learners and price', async () => {
  const { counts, whyOf } = await bring()
  expect(counts).toEqual(expected)
  expect(whyOf('courseFile', '5')).toBe('找不到文件 videos/gone.mp4')
  expect(whyOf('course', '1')).toBe('少了 1 个课件：没有迁移，或转码失败')
  const users = await app.db
    .selectFrom('sysUser')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('userName', 'like', 'p%@example.org')
    .orderBy('userName')
    .select(['userName', 'realName', 'deptName', 'state', 'mustChangePass'])
    .execute()
  expect(users).toMatchObject([
    { realName: '学员1', deptName: '门店', mustChangePass: true },
    { realName: '学员2', deptName: '门店' },
    { realName: '学员3', state: UserState.disabled },
  ])
  const courses = await app.db
    .selectFrom('course')
    .orderBy('id')
    .select(['title', 'price', 'required', 'draft', 'openType', 'content', 'cover'])
    .execute()
  expect(courses).toMatchObject([
    { title: '服务礼仪', price: 990, required: true, draft: false, openType: OpenType.departs, content: "<p>it's &lt;b&gt;</p>" },
    { title: '没做完', draft: true, openType: OpenType.all, cover: '' },
  ])
  expect(courses[0]?.cover).toMatch(/\.png$/)
  const items = await app.db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'fileId')
    .orderBy('sort')
    .select(['chapter', 'title', 'required'])
    .execute()
  expect(items).toEqual([
    { chapter: '前', title: '开场', required: true },
    { chapter: '后', title: '收尾.mp4', required: true },
    { chapter: '课程附件', title: '讲义', required: false },
  ])
})

test('what was learnt keeps its times, finishes the course, and awards and tells nothing', async () => {
  expect(await learning()).toEqual([
    { userName: 'p1@example.org', title: '开场', learnSec: 100, process: 100, finishTime: new Date('2024-05-07T01:00:00Z') },
    { userName: 'p1@example.org', title: '收尾.mp4', learnSec: 100, process: 100, finishTime: new Date('2024-05-07T01:00:00Z') },
    { userName: 'p2@example.org', title: '开场', learnSec: 40, process: 40, finishTime: null },
  ])
  const courses = await app.db.selectFrom('courseLearn').orderBy('userId').select(['startTime', 'finishTime', 'finishDue']).execute()
  expect(courses).toEqual([
    { startTime: new Date('2024-05-06T00:00:00Z'), finishTime: new Date('2024-05-07T01:00:00Z'), finishDue: false },
    { startTime: new Date('2024-05-06T00:00:00Z'), finishTime: null, finishDue: false },
  ])
  expect(await app.db.selectFrom('courseLearnDay').orderBy('userId').select('sec').execute()).toEqual([{ sec: 200 }, { sec: 40 }])
  expect(await app.db.selectFrom('integrateDelivery').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('sysMsg').selectAll().execute()).toEqual([])
})

test('a second run adds nothing', async () => {
  const { counts } = await bring()
  expect(counts).toMatchObject({ courseFile: { same: 3, left: 1 }, course: { same: 2, left: 1 }, learn: { same: 3, refused: 1, left: 1 } })
  expect(await learning()).toHaveLength(3)
})

test('an undo keeps what was learnt since, with its course, and takes back the rest', async () => {
  await app.db.updateTable('courseFileLearn').set({ learnSec: 60, process: 60 }).where('process', '=', 40).execute()
  const entries = await undoSite(app.app, { source: site.source, as: 'admin' })
  expect((await learning()).map((one) => one.userName)).toEqual(['p2@example.org'])
  const kept = (kind: string) => entries.filter((one) => one.kind === kind && one.outcome === 'refused').map((one) => one.id)
  expect(kept('learn')).toEqual(['3'])
  expect(kept('course')).toEqual(['1'])
  expect(await app.db.selectFrom('course').select('title').execute()).toEqual([{ title: '服务礼仪' }])
  expect(await app.db.selectFrom('courseLearn').selectAll().execute()).toHaveLength(1)
})
