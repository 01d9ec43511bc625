// Building a course: sections and files step by step, against the version that the editor saw, and what stays with its learners.
import { bin, BIN_KEEP_DAYS, BinKind } from '@shuyuan/contract/operation/bin.ts'
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileState, CourseFileType, CourseFileUse, courseFile } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn as learn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeBank } from '../../qu/qu.factory.ts'
import { forgetBin } from '../../operation/bin.service.ts'
import { addLiveFile } from '../file/live-file.service.ts'

const { app, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const bank = await makeBank(app.ctx(), { single: 2 })

type NewFile = { fileType?: CourseFileType; state?: CourseFileState; enabled?: boolean }
let made = 0
/** A row of the library; a video of 100 s unless it says otherwise. */
async function file(title: string, { fileType = CourseFileType.video, state = CourseFileState.ready, enabled = true }: NewFile = {}) {
  const duration = fileType === CourseFileType.video ? 100 : 0
  const row = { title, fileType, state, enabled, duration, fileUrl: `/files/course/${made++}` }
  return (await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const files = (titles: string[]) => Promise.all(titles.map((one) => file(one)))

const plain = {
  openType: OpenType.all,
  required: false,
  startTime: null,
  endTime: null,
  videoDrag: true,
  dragFinished: false,
  sequential: false,
}
type Form = Body<typeof course.save>
const save = async (more: Partial<Form> = {}) => (await app.ok(course.save, { title: '消防安全', ...plain, ...more }, teacher)).id
const item = (fileId: string, chapter: string) => ({ fileId, chapter, required: true, minSec: 0 })
const detail = (id: string) => app.ok(course['admin/detail'], { id }, teacher)
const learner = (id: string, person = ann) => app.ok(course.detail, { id }, person)

/** The titles of the files by section, as editors see them: ['', 'a'] are those before the first section. */
async function shape(id: string) {
  const { sections, files: all } = await detail(id)
  const groups = [{ id: null, title: '' }, ...sections].map((one) => [
    one.title,
    ...all.filter((row) => row.sectionId === one.id).map((row) => row.title),
  ])
  return groups.filter((group, at) => at > 0 || group.length > 1)
}
/** The chapters and titles that learners read, in their order. */
const read = async (id: string) => (await learner(id)).files.map((one) => `${one.chapter}/${one.title}`)

/** A course of its own with these sections, built step by step. */
async function built(sections: Record<string, string[]>) {
  const id = await save()
  const at = { courseId: id, version: 1 }
  for (const [title, fileIds] of Object.entries(sections)) {
    const added = await app.ok(courseBuild['section-save'], { ...at, title }, teacher)
    at.version = added.version
    const sectionId = added.id
    if (fileIds.length > 0)
      at.version = (
        await app.ok(courseBuild['item-save'], { ...at, items: fileIds.map((fileId) => ({ fileId, sectionId })) }, teacher)
      ).version
  }
  return at
}
const sectionIds = async (id: string) => (await detail(id)).sections.map((one) => one.id)

describe('chapters as texts', () => {
  test('files that follow each other are one section, and the same text stays the same section', async () => {
    const [a = '', b = '', c = '', d = ''] = await files(['一', '二', '三', '四'])
    const id = await save({ files: [item(a, ''), item(b, '基础'), item(c, '基础'), item(d, '实践')] })
    expect(await shape(id)).toEqual([
      ['', '一'],
      ['基础', '二', '三'],
      ['实践', '四'],
    ])
    const before = await sectionIds(id)
    await save({ id, files: [item(d, '实践'), item(b, '基础'), item(a, '基础'), item(c, '结尾')] })
    expect(await shape(id)).toEqual([
      ['实践', '四'],
      ['基础', '二', '一'],
      ['结尾', '三'],
    ])
    expect((await sectionIds(id)).slice(0, 2)).toEqual(before.toReversed())
    expect(await read(id)).toEqual(['实践/四', '基础/二', '基础/一', '结尾/三'])
    await save({ id, files: [item(a, '')] })
    expect(await shape(id)).toEqual([['', '一']])
  })

  test('a chapter that occurs twice, and files without one in between, keep their order', async () => {
    const [a = '', b = '', c = ''] = await files(['一', '二', '三'])
    const id = await save({ files: [item(a, '基础'), item(b, ''), item(c, '基础')] })
    const order = ['基础/一', '/二', '基础/三']
    expect(await read(id)).toEqual(order)
    const { version } = await detail(id)
    const ids = await sectionIds(id)
    expect(ids).toHaveLength(3)
    await app.ok(courseBuild['section-sort'], { courseId: id, version, ids }, teacher)
    expect(await read(id)).toEqual(order)
  })

  test('what the program of the release before stores gets its sections', async () => {
    const [a = '', b = '', c = ''] = await files(['一', '二', '三'])
    const id = await save({ files: [item(a, '基础'), item(b, '实践')] })
    const before = await sectionIds(id)
    await app.db.deleteFrom('courseItem').where('courseId', '=', id).execute()
    const old = [item(a, '基础'), item(c, '基础'), item(b, '实践')].map((one, at) => ({ ...one, courseId: id, sort: at + 1 }))
    await app.db.insertInto('courseItem').values(old).execute()
    expect(await sectionIds(id)).toEqual(before)
    expect(await shape(id)).toEqual([
      ['基础', '一', '三'],
      ['实践', '二'],
    ])
  })
})

describe('step by step', () => {
  test('a course begins without files, and is hidden until it has one to learn and is published', async () => {
    const id = await save()
    expect(await detail(id)).toMatchObject({ state: CourseState.disabled, draft: true, files: [], sections: [] })
    const refused = { code: errors.courseEmpty[0] }
    expect(await app.call(course.publish, { id }, teacher)).toMatchObject(refused)
    expect(await app.call(course.state, { ids: [id], state: CourseState.enabled }, teacher)).toMatchObject(refused)
    const [a = ''] = await files(['一'])
    await app.ok(courseBuild['item-save'], { courseId: id, version: 1, items: [{ fileId: a }] }, teacher)
    await app.ok(course.publish, { id }, teacher)
    expect(await read(id)).toEqual(['/一'])
    // settings that are saved without files leave them
    await save({ id, title: '改名' })
    expect(await detail(id)).toMatchObject({ title: '改名', state: CourseState.enabled, files: [{ fileId: a }] })
  })

  test('dates of files stay with those who do not name them, and none is due before it opens', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const { courseId, version } = await built({ 基础: [a, b] })
    const dates = { openTime: '2027-01-04 09:00:00', dueTime: '2027-01-08 18:00:00' }
    const change = (items: Body<(typeof courseBuild)['item-save']>['items'], at = version) =>
      app.call(courseBuild['item-save'], { courseId, version: at, items }, teacher.token)
    const early = { fields: [{ field: 'items.1.dueTime', msg: '应学完时间须晚于开放时间' }] }
    expect(
      await change([
        { fileId: a, required: false },
        { fileId: b, openTime: dates.dueTime, dueTime: dates.openTime },
      ]),
    ).toMatchObject(early)
    expect((await detail(courseId)).files).toMatchObject([{ required: true }, { openTime: null, dueTime: null }])
    await app.ok(courseBuild['item-save'], { courseId, version, items: [{ fileId: b, ...dates }] }, teacher)
    // one date against the stored other one
    expect(await change([{ fileId: a }, { fileId: b, dueTime: '2027-01-04 09:00:00' }], version + 1)).toMatchObject(early)
    // a client that knows nothing of dates
    await save({ id: courseId, files: [item(b, '基础'), item(a, '基础')] })
    expect((await detail(courseId)).files).toMatchObject([
      { fileId: b, ...dates },
      { fileId: a, openTime: null, dueTime: null },
    ])
    const refused = await app.call(
      course.save,
      { id: courseId, title: '消防安全', ...plain, files: [{ ...item(b, ''), dueTime: dates.openTime }] },
      teacher.token,
    )
    expect(refused).toMatchObject({ fields: [{ field: 'files', msg: '应学完时间须晚于开放时间' }] })
    await save({ id: courseId, files: [{ ...item(b, ''), openTime: null }] })
    expect((await detail(courseId)).files).toMatchObject([{ fileId: b, openTime: null, dueTime: dates.dueTime }])
  })

  test('sections are added, renamed, moved with their files, and removed once they are empty', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a], 实践: [b], 空: [] })
    const [first = '', second = '', empty = ''] = await sectionIds(at.courseId)
    at.version = (await app.ok(courseBuild['section-save'], { ...at, id: first, title: '入门' }, teacher)).version
    at.version = (await app.ok(courseBuild['section-sort'], { ...at, ids: [second, empty, first] }, teacher)).version
    expect(await shape(at.courseId)).toEqual([['实践', '二'], ['空'], ['入门', '一']])
    expect((await detail(at.courseId)).files.map((one) => `${one.chapter}/${one.title}`)).toEqual(['实践/二', '入门/一'])
    expect((await app.call(courseBuild['section-sort'], { ...at, ids: [first, empty] }, teacher)).fields).toEqual([
      { field: 'ids', msg: '章节“实践”里还有课件，不能删除' },
    ])
    await app.ok(courseBuild['section-sort'], { ...at, ids: [second, first] }, teacher)
    expect(await shape(at.courseId)).toEqual([
      ['实践', '二'],
      ['入门', '一'],
    ])
  })

  test('files come to the end of a section, move between sections, and leave', async () => {
    const [a = '', b = '', c = '', d = ''] = await files(['一', '二', '三', '四'])
    const at = await built({ 基础: [a, b], 实践: [c] })
    const [first = '', second = ''] = await sectionIds(at.courseId)
    at.version = (await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: d, sectionId: first, minSec: 60 }] }, teacher)).version
    expect(await shape(at.courseId)).toEqual([
      ['基础', '一', '二', '四'],
      ['实践', '三'],
    ])
    const items = [
      { fileId: c, sectionId: null },
      { fileId: d, sectionId: first },
      { fileId: b, sectionId: second },
      { fileId: a, sectionId: second },
    ]
    at.version = (await app.ok(courseBuild['item-sort'], { ...at, items }, teacher)).version
    expect(await shape(at.courseId)).toEqual([
      ['', '三'],
      ['基础', '四'],
      ['实践', '二', '一'],
    ])
    expect((await app.call(courseBuild['item-sort'], { ...at, items: items.slice(1) }, teacher)).code).toBe(errors.conflict[0])
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [d, b] }, teacher)).version
    expect(await shape(at.courseId)).toEqual([['', '三'], ['基础'], ['实践', '一']])
    const saved = await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: a, required: false, title: '选学' }] }, teacher)
    expect(saved.files).toMatchObject([
      { fileId: a, required: false, title: '选学', sectionId: second, minSec: 0, state: CourseFileState.ready },
    ])
  })

  test('each refused file is named at its place, and nothing is stored', async () => {
    const [good = '', gone = '999999'] = await files(['一'])
    const off = await file('停用的', { enabled: false })
    const broken = await file('坏的', { state: CourseFileState.failed })
    const converting = await file('转码的', { state: CourseFileState.converting })
    const at = { courseId: await save(), version: 1 }
    const items = [good, gone, off, broken, converting].map((fileId) => ({ fileId }))
    expect((await app.call(courseBuild['item-save'], { ...at, items }, teacher)).fields).toEqual([
      { field: 'items.1.fileId', msg: '有课件不存在，请重新选择' },
      { field: 'items.2.fileId', msg: '课件“停用的”已停用，不能选用' },
      { field: 'items.3.fileId', msg: '课件“坏的”转码未完成，不能选用' },
    ])
    expect(await detail(at.courseId)).toMatchObject({ version: 1, files: [] })
    const { files: added } = await app.ok(courseBuild['item-save'], { ...at, items: [items[0]!, items[4]!] }, teacher)
    expect(added).toMatchObject([{ fileId: good }, { fileId: converting, state: CourseFileState.converting }])
  })

  test('an outdated version changes nothing, whatever the call', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a] })
    const [first = ''] = await sectionIds(at.courseId)
    const old = { courseId: at.courseId, version: at.version - 1 }
    const codes = [
      await app.call(courseBuild['section-save'], { ...old, title: '新' }, teacher),
      await app.call(courseBuild['section-save'], { ...old, id: first, title: '新' }, teacher),
      await app.call(courseBuild['section-sort'], { ...old, ids: [] }, teacher),
      await app.call(courseBuild['item-save'], { ...old, items: [{ fileId: b }] }, teacher),
      await app.call(courseBuild['item-sort'], { ...old, items: [{ fileId: a, sectionId: null }] }, teacher),
      await app.call(courseBuild['item-delete'], { ...old, fileIds: [a] }, teacher),
    ].map((one) => one.code)
    expect(codes).toEqual(codes.map(() => errors.conflict[0]))
    expect(await shape(at.courseId)).toEqual([['基础', '一']])
    // of two calls at once one is stored
    const both = await Promise.all(['甲', '乙'].map((title) => app.call(courseBuild['section-save'], { ...at, title }, teacher)))
    expect(both.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.conflict[0]])
  })

  test('sections of another course are out of reach', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a] })
    const other = await built({ 别的: [b] })
    const [foreign = ''] = await sectionIds(other.courseId)
    expect((await app.call(courseBuild['section-save'], { ...at, id: foreign, title: '抢' }, teacher)).code).toBe(errors.notFound[0])
    expect((await app.call(courseBuild['item-save'], { ...at, items: [{ fileId: a, sectionId: foreign }] }, teacher)).fields).toEqual([
      { field: 'items.0.sectionId', msg: '章节不存在，请刷新后再试' },
    ])
    expect((await app.call(courseBuild['item-sort'], { ...at, items: [{ fileId: a, sectionId: foreign }] }, teacher)).code).toBe(
      errors.conflict[0],
    )
    expect((await app.call(courseBuild['section-sort'], { ...at, ids: [foreign] }, teacher)).code).toBe(errors.conflict[0])
  })
})

describe('a course that was published', () => {
  test('keeps a required file', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a, b] })
    await app.ok(course.publish, { id: at.courseId }, teacher)
    at.version = (await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: b, required: false }] }, teacher)).version
    const field = (answer: { fields: { field: string; msg: string }[] }) => answer.fields
    const msg = '至少要有一个必学课件'
    expect(field(await app.call(courseBuild['item-delete'], { ...at, fileIds: [a] }, teacher))).toEqual([{ field: 'fileIds', msg }])
    expect(field(await app.call(courseBuild['item-save'], { ...at, items: [{ fileId: a, required: false }] }, teacher))).toEqual([
      { field: 'items', msg },
    ])
    await app.ok(courseBuild['item-delete'], { ...at, fileIds: [b] }, teacher)
  })

  test('takes nothing from its learners: a removed file that comes back has its progress, its questions and their answers', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a, b] })
    const stops = [{ atSec: 20, quId: bank.single[0]!, title: '题干' }]
    at.version = (await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: a, stops }] }, teacher)).version
    await app.ok(course.publish, { id: at.courseId }, teacher)
    const place = { courseId: at.courseId, fileId: a }
    await app.ok(learn['load-process'], place, ann)
    const { stopId } = await app.ok(courseStop.next, place, ann)
    await app.ok(courseStop.answer, { ...place, stopId, answer: { tags: ['A'] } }, ann)
    app.clock.advance(30)
    await app.ok(learn['save-process'], { ...place, learnSec: 30, position: 30 }, ann)
    const [before] = (await learner(at.courseId)).files
    expect(before).toMatchObject({ fileId: a, learnSec: 30 })

    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [a] }, teacher)).version
    expect(await read(at.courseId)).toEqual(['基础/二'])
    // a question of a file that is gone holds nothing back elsewhere
    expect((await app.call(courseStop.next, place, ann)).code).toBe(errors.courseFileNone[0])
    const [sectionId = ''] = await sectionIds(at.courseId)
    await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: a, sectionId }] }, teacher)
    expect((await learner(at.courseId)).files.at(-1)).toMatchObject({ fileId: a, learnSec: 30, process: before!.process })
    expect((await detail(at.courseId)).files.at(-1)).toMatchObject({ fileId: a, stops })
    expect(await app.ok(courseStop.next, place, ann)).toEqual({ stopId: '', stopAt: null, question: null })
  })

  test('is finished by a learner whose last open file leaves, and stays finished when one is added', async () => {
    const [a = '', b = '', c = ''] = await files(['一', '二', '三'])
    const at = await built({ 基础: [a, b] })
    await app.ok(course.publish, { id: at.courseId }, teacher)
    const now = app.clock.now()
    const own = { courseId: at.courseId, userId: bob.id }
    await app.db
      .insertInto('courseLearn')
      .values({ ...own, startTime: now, lastTime: now })
      .execute()
    await app.db
      .insertInto('courseFileLearn')
      .values({ ...own, fileId: a, process: 100, finishTime: now, createTime: now, updateTime: now })
      .execute()
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [b] }, teacher)).version
    expect((await learner(at.courseId, bob)).learned).toBe('finished')
    await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: c }] }, teacher)
    expect((await learner(at.courseId, bob)).learned).toBe('finished')
  })
})

test('names of files change with the right to it, and not those of live lessons', async () => {
  const [a = ''] = await files(['一'])
  const at = await built({ 基础: [a] })
  const live = await addLiveFile(app.ctx(), { courseId: at.courseId, title: '直播课', minSec: 0 })
  expect(await shape(at.courseId)).toEqual([['基础', '一', '直播课']])
  const named = (fileId: string) => app.call(courseBuild['item-save'], { ...at, items: [{ fileId, title: '新名' }] }, teacher)
  expect((await named(live)).fields).toEqual([{ field: 'items.0.title', msg: '直播的名称请在直播管理中修改' }])
  expect((await named(a)).code).toBe(0)
  expect((await app.ok(courseFile.paging, { params: { title: '新名' } }, teacher)).records).toMatchObject([{ id: a }])
})

test('a disabled file stays in its course', async () => {
  const [a = '', b = ''] = await files(['一', '二'])
  const at = await built({ 基础: [a, b] })
  await app.ok(courseFile.state, { ids: [a], state: CourseFileUse.disabled }, teacher)
  await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: a, minSec: 60 }] }, teacher)
  expect((await detail(at.courseId)).files).toMatchObject([{ fileId: a, enabled: false, minSec: 60 }, { fileId: b }])
})

describe('a file that was taken out', () => {
  const removed = (courseId: string) => app.ok(courseBuild['item-removed'], { courseId }, teacher)
  const inBin = async (courseId: string) => (await removed(courseId)).map((one) => one.id)
  const dates = { openTime: '2027-01-04 09:00:00', dueTime: '2027-01-08 18:00:00' }

  test('comes back to its place with its settings, also when its neighbours left before it', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await files(['一', '二', '三', '四', '五'])
    const at = await built({ 基础: [a, b, c], 实践: [d, e] })
    const set = { required: false, minSec: 60, ...dates }
    const stops = [{ atSec: 20, quId: bank.single[0]!, title: '题干' }]
    at.version = (await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: b, ...set, stops }] }, teacher)).version
    const before = await detail(at.courseId)
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [a] }, teacher)).version
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [b, e] }, teacher)).version
    expect(await removed(at.courseId)).toMatchObject([
      { title: '五', realName: '田老师' },
      { title: '二', fileType: CourseFileType.video },
      { title: '一' },
    ])
    const listed = await app.ok(bin.paging, { params: { kind: BinKind.course_item } }, teacher)
    expect(listed.records.map((one) => one.title)).toContain('二 · 消防安全')
    // of the bin's page, and of the builder
    const [last = '', second = '', first = ''] = await inBin(at.courseId)
    await app.ok(bin.restore, { ids: [second] }, teacher)
    expect((await app.call(courseBuild['item-restore'], { ...at, ids: [first] }, teacher)).code).toBe(errors.conflict[0])
    at.version += 1
    at.version = (await app.ok(courseBuild['item-restore'], { ...at, ids: [last, first] }, teacher)).version
    const after = await detail(at.courseId)
    expect(after).toMatchObject({ version: at.version, sections: before.sections, files: before.files })
    expect(await inBin(at.courseId)).toEqual([])
  })

  test('comes to the end of the course where its section is gone', async () => {
    const [a = '', b = '', c = ''] = await files(['一', '二', '三'])
    const at = await built({ 基础: [a], 实践: [b, c] })
    const [, second = ''] = await sectionIds(at.courseId)
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [a] }, teacher)).version
    at.version = (await app.ok(courseBuild['section-sort'], { ...at, ids: [second] }, teacher)).version
    await app.ok(courseBuild['item-restore'], { ...at, ids: await inBin(at.courseId) }, teacher)
    expect(await shape(at.courseId)).toEqual([['实践', '二', '三', '一']])
  })

  test('takes nothing from learners: what they did counts again, and who has finished stays so', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a, b] })
    await app.ok(course.publish, { id: at.courseId }, teacher)
    const place = { courseId: at.courseId, fileId: b }
    await app.ok(learn['load-process'], place, ann)
    app.clock.advance(30)
    await app.ok(learn['save-process'], { ...place, learnSec: 30, position: 30 }, ann)
    const before = (await learner(at.courseId)).files
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [b] }, teacher)).version
    const now = app.clock.now()
    const own = { courseId: at.courseId, userId: bob.id }
    await app.db
      .insertInto('courseLearn')
      .values({ ...own, startTime: now, lastTime: now, finishTime: now })
      .execute()
    await app.ok(courseBuild['item-restore'], { ...at, ids: await inBin(at.courseId) }, teacher)
    expect((await learner(at.courseId)).files).toEqual(before)
    expect((await learner(at.courseId, bob)).learned).toBe('finished')
  })

  test('leaves the bin when it is added again, by the builder or with the whole course', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const id = await save({ files: [item(a, '基础'), item(b, '基础')] })
    await save({ id, files: [item(b, '')] })
    expect(await removed(id)).toMatchObject([{ title: '一' }])
    await save({ id, files: [item(a, ''), item(b, '')] })
    expect(await removed(id)).toEqual([])
    const at = { courseId: id, version: (await detail(id)).version }
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [b] }, teacher)).version
    const other = await built({ 别的: [b] })
    expect(await inBin(id)).toHaveLength(1)
    await app.ok(courseBuild['item-save'], { ...at, items: [{ fileId: b }] }, teacher)
    expect(await inBin(id)).toEqual([])
    expect(await inBin(other.courseId)).toEqual([])
  })

  test('waits for its course where that was deleted, and for its file where that left the library', async () => {
    const [a = '', b = '', c = ''] = await files(['一', '二', '三'])
    const at = await built({ 基础: [a, b, c] })
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [b, c] }, teacher)).version
    const ids = new Map((await removed(at.courseId)).map((one) => [one.title, one.id]))
    await app.ok(course.delete, { ids: [at.courseId] }, teacher)
    expect(await app.call(bin.restore, { ids: [ids.get('二')!] }, teacher)).toMatchObject({
      code: errors.binPartGone[0],
      msg: '“二 · 消防安全”所属或使用的数据已被删除，请先恢复那些数据',
    })
    const { records } = await app.ok(bin.paging, { params: { kind: BinKind.course } }, teacher)
    await app.ok(bin.restore, { ids: [ids.get('二')!, records[0]!.id] }, teacher)
    expect(await shape(at.courseId)).toEqual([['基础', '一', '二']])
    // a file in the bin only does not hold its deletion back
    await app.ok(courseFile.delete, { ids: [c] }, teacher)
    expect(await removed(at.courseId)).toEqual([])
    expect((await app.call(bin.restore, { ids: [ids.get('三')!] }, teacher)).code).toBe(errors.binPartGone[0])
    const file = (await app.ok(bin.paging, { params: { kind: BinKind.course_file } }, teacher)).records[0]!
    await app.ok(bin.restore, { ids: [ids.get('三')!, file.id] }, teacher)
    expect(await shape(at.courseId)).toEqual([['基础', '一', '二', '三']])
  })

  test('of another course cannot be put into this one, and learners put back none', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a] })
    const other = await built({ 别的: [b] })
    other.version = (await app.ok(courseBuild['item-delete'], { ...other, fileIds: [b] }, teacher)).version
    const ids = await inBin(other.courseId)
    expect((await app.call(courseBuild['item-restore'], { ...at, ids }, teacher)).code).toBe(errors.notFound[0])
    for (const call of [app.call(courseBuild['item-restore'], { ...other, ids }, ann), app.call(bin.restore, { ids }, ann)])
      expect((await call).code).toBe(errors.forbidden[0])
  })

  test('is forgotten with the bin, and what learners did stays', async () => {
    const [a = '', b = ''] = await files(['一', '二'])
    const at = await built({ 基础: [a, b] })
    at.version = (await app.ok(courseBuild['item-delete'], { ...at, fileIds: [a] }, teacher)).version
    const old = new Date(app.clock.now().getTime() - (BIN_KEEP_DAYS + 1) * 86_400_000)
    await app.db.updateTable('sysBin').set({ createTime: old }).where('objectId', '=', a).where('kind', '=', BinKind.course_item).execute()
    expect(await removed(at.courseId)).toEqual([])
    await forgetBin(app.app)
    expect(await app.db.selectFrom('sysBin').where('objectId', '=', a).selectAll().execute()).toEqual([])
  })
})

test('a deleted course comes back with its sections', async () => {
  const [a = '', b = ''] = await files(['一', '二'])
  const at = await built({ 基础: [a], 空: [], 实践: [b] })
  const before = await detail(at.courseId)
  await app.ok(course.delete, { ids: [at.courseId] }, teacher)
  await app.ok(bin.undo, { ids: [at.courseId], kind: BinKind.course }, teacher)
  expect(await detail(at.courseId)).toEqual(before)
})

test('learners cannot build', async () => {
  const [a = ''] = await files(['一'])
  const at = await built({ 基础: [a] })
  expect((await app.call(courseBuild['section-save'], { ...at, title: '我的' }, ann)).code).toBe(errors.forbidden[0])
  expect((await app.call(courseBuild['item-delete'], { ...at, fileIds: [a] }, ann)).code).toBe(errors.forbidden[0])
})
