// Courses in the back office: refusals, protection from deletion, audience and notifications.
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileType, CourseFileUse } from '@shuyuan/contract/course/file/file.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeExam } from '../../exam/exam.factory.ts'
import { makeBank } from '../../qu/qu.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { makeGroup } from '../../people/user/group.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'
import { makeFile } from '../course.factory.ts'

const pdf = Buffer.from('%PDF-1.7 guide')
const { app, teacher, admin } = await startWith('teacher')
const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const area = await makeDepart(app.db, root.deptCode, '东区')
const team = await makeDepart(app.db, area, '东区一队')
await makeUser(app.db, { userName: 'dora', roleType: RoleType.staff, roles: ['部门管理员'] })
const learner = await app.enrol({ userName: 'lee', realName: '李一', deptCode: team })
const outsider = await app.enrol({ userName: 'other' })
const clip = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100)])
const video = await makeFile(app.ctx(), clip, 'a.webm', { title: '灭火器使用', duration: 120 })
const guide = await makeFile(app.ctx(), pdf, 'b.pdf', { title: '疏散须知' })

type Form = Body<typeof course.save>
const item = (fileId: string, more: Partial<NonNullable<Form['files']>[number]> = {}) => ({ fileId, required: true, minSec: 0, ...more })
const form = (more: Partial<Form> = {}): Form => ({
  title: '消防安全基础',
  openType: OpenType.all,
  required: true,
  startTime: null,
  endTime: null,
  videoDrag: true,
  dragFinished: false,
  sequential: false,
  files: [item(video), item(guide, { required: false, minSec: 60, chapter: '第二章' })],
  ...more,
})
const save = async (more: Partial<Form> = {}) => (await app.ok(course.save, form(more), teacher)).id
const detail = (id: string) => app.ok(course['admin/detail'], { id }, teacher)
const begin = (courseId: string, userId: string, finishTime: Date | null) =>
  app.db.insertInto('courseLearn').values({ courseId, userId, startTime: app.clock.now(), lastTime: app.clock.now(), finishTime }).execute()

describe('a course is stored as submitted', () => {
  test('settings, files in order, price, sanitized texts', async () => {
    const id = await save({
      catId: '1001',
      cover: '/files/202611/a.png',
      price: '19.9',
      costPoints: 30,
      startTime: '2026-11-01 08:00:00',
      endTime: '2036-11-01 08:00:00',
      videoDrag: false,
      dragFinished: true,
      sequential: true,
      content: '<p onclick="x()">先看视频</p><script>alert(1)</script><img src=x onerror=alert(1)>',
    })
    const stored = await detail(id)
    expect(stored).toMatchObject({
      title: '消防安全基础',
      catId: '1001',
      catId_dictText: '消防安全',
      openType_dictText: '完全公开',
      price: '19.90',
      costPoints: 30,
      startTime: '2026-11-01 08:00:00',
      videoDrag: false,
      dragFinished: true,
      sequential: true,
      version: 1,
      fileCount: 2,
      duration: 120,
      phase: 'open',
      deptCodes: [],
      users: [],
      files: [
        {
          fileId: video,
          title: '灭火器使用',
          fileType: CourseFileType.video,
          fileType_dictText: '视频',
          duration: 120,
          fileSize: 104,
          enabled: true,
          minSec: 0,
        },
        { fileId: guide, title: '疏散须知', fileType: CourseFileType.pdf, required: false, minSec: 60, chapter: '第二章' },
      ],
    })
    expect(stored.content).toContain('先看视频')
    expect(stored.content).not.toMatch(/script|onclick|onerror/)
    await app.ok(course.save, form({ id, version: 1, files: [item(guide), item(video)] }), teacher)
    const changed = await detail(id)
    expect(changed.files.map((one) => one.fileId)).toEqual([guide, video])
    expect(changed.version).toBe(2)
  })

  test('two editors: the later one is refused', async () => {
    const id = await save()
    await app.ok(course.save, form({ id, version: 1, title: '甲改' }), teacher)
    expect((await app.call(course.save, form({ id, version: 1, title: '乙改' }), teacher)).code).toBe(errors.conflict[0])
    expect((await detail(id)).title).toBe('甲改')
  })

  test('a file that is disabled later stays in its course, hidden; a new course cannot use it', async () => {
    const file = await makeFile(app.ctx(), pdf, 'c.pdf', { title: '旧版须知' })
    const id = await save({ files: [item(video), item(file)] })
    await app.ok(courseFile.state, { ids: [file], state: CourseFileUse.disabled }, teacher)
    await app.ok(course.save, form({ id, title: '改名', files: [item(video), item(file)] }), teacher)
    expect(await detail(id)).toMatchObject({ title: '改名', fileCount: 1, files: [{ enabled: true }, { enabled: false }] })
    expect((await app.call(course.save, form({ files: [item(video), item(file)] }), teacher)).fields).toEqual([
      { field: 'files', msg: '课件“旧版须知”已停用，不能选用' },
    ])
  })
})

describe('bad input', () => {
  const refused = async (more: Partial<Form>) => (await app.call(course.save, form(more), teacher)).fields[0]
  const cases: [string, () => Partial<Form>, string, string][] = [
    ['no title', () => ({ title: ' ' }), 'title', '请填写课程名称'],
    [
      'an end before the start',
      () => ({ startTime: '2026-11-02 08:00:00', endTime: '2026-11-02 08:00:00' }),
      'endTime',
      '结束时间必须晚于开始时间',
    ],
    ['no files', () => ({ files: [] }), 'files', '请勾选课件'],
    ['a file twice', () => ({ files: [item(video), item(video)] }), 'files', '同一个课件只能选一次'],
    ['nothing to be learnt', () => ({ files: [item(video, { required: false })] }), 'files', '至少要有一个必学课件'],
    ['a file that does not exist', () => ({ files: [item('999999')] }), 'files', '有课件不存在，请重新选择'],
    ['an unknown category', () => ({ catId: '4711' }), 'catId', '课程分类不存在，请重新选择'],
    ['departments not chosen', () => ({ openType: OpenType.departs }), 'deptCodes', '请选择部门'],
    [
      'a department that does not exist',
      () => ({ openType: OpenType.departs, deptCodes: [area, 'nowhere'] }),
      'deptCodes',
      '有部门不存在，请重新选择',
    ],
    ['people not chosen', () => ({ openType: OpenType.persons }), 'userIds', '请选择人员'],
    ['a person who does not exist', () => ({ openType: OpenType.persons, userIds: ['999999'] }), 'userIds', '有人员不存在，请重新选择'],
    ['a price that is none', () => ({ price: '1.999' }), 'price', '价格应为最多两位小数的金额'],
  ]
  test.each(cases)('%s', async (_what, more, field, msg) => expect(await refused(more())).toEqual({ field, msg }))
  test('a refused course stores nothing', async () => {
    const count = async () => (await app.ok(course.paging, {}, teacher)).total
    const before = await count()
    await refused({ openType: OpenType.persons, userIds: ['999999'] })
    expect(await count()).toBe(before)
  })
  test('a deleted course', async () => {
    expect((await app.call(course.save, form({ id: '999999' }), teacher)).code).toBe(errors.notFound[0])
    expect((await app.call(course['admin/detail'], { id: '999999' }, teacher)).code).toBe(errors.notFound[0])
  })
})

test('the list: Chinese search, category with branches, audience, state; and numbers of learners', async () => {
  const one = await save({ title: '食品安全：留样100%', catId: '10' })
  const two = await save({ title: '食品安全：冷链', catId: '1002', openType: OpenType.departs, deptCodes: [area] })
  await begin(one, learner.id, null)
  await begin(one, outsider.id, app.clock.now())
  const found = async (params: object) => (await app.ok(course.paging, { params }, teacher)).records.map((row) => row.id)
  expect(await found({ title: '品安全' })).toEqual([two, one])
  expect(await found({ title: '100%' })).toEqual([one])
  expect(await found({ title: '食品', catId: '10' })).toEqual([two, one])
  expect(await found({ title: '食品', catId: '1002' })).toEqual([two])
  expect(await found({ title: '食品', openType: OpenType.departs })).toEqual([two])
  expect(await found({ title: '食品', excludes: [two] })).toEqual([one])
  await app.ok(course.state, { ids: [two], state: CourseState.disabled }, teacher)
  expect(await found({ title: '食品', state: CourseState.disabled })).toEqual([two])
  const { records } = await app.ok(course.paging, { params: { title: '食品' }, orders: [{ column: 'procCount', asc: false }] }, teacher)
  expect(records[0]).toMatchObject({ id: one, procCount: 1, finishCount: 1, fileCount: 2, duration: 120 })
  expect(records[1]).toMatchObject({ id: two, procCount: 0, finishCount: 0, state: CourseState.disabled, openType_dictText: '指定部门' })
  expect((await app.call(course.paging, { orders: [{ column: 'content', asc: true }] }, teacher)).fields[0]?.field).toBe('orders')
  expect(await app.ok(course['list-titles'], { ids: [one, '999999'] }, teacher)).toEqual([{ id: one, title: '食品安全：留样100%' }])
})

test('only roles with the permission may', async () => {
  const id = await save()
  const dora = await app.as('dora')
  // a department administrator chooses courses in the statistics
  await app.ok(course.paging, {}, dora.token)
  expect((await app.call(course.paging, {}, learner.token)).code).toBe(errors.forbidden[0])
  for (const { token } of [learner, dora]) {
    const answers = [
      await app.call(course['admin/detail'], { id }, token),
      await app.call(course.save, form(), token),
      await app.call(course.save, form({ id }), token),
      await app.call(course.delete, { ids: [id] }, token),
      await app.call(course.state, { ids: [id], state: CourseState.disabled }, token),
    ]
    expect(answers.map((one) => one.code)).toEqual(answers.map(() => errors.forbidden[0]))
  }
})

test('a learner whose only unfinished file is removed or disabled has finished', async () => {
  const [left, gone] = [await makeFile(app.ctx(), pdf, 'd.pdf', { title: '甲' }), await makeFile(app.ctx(), pdf, 'e.pdf', { title: '乙' })]
  const passed = async (courseId: string) => {
    await begin(courseId, learner.id, null)
    const now = app.clock.now()
    await app.db
      .insertInto('courseFileLearn')
      .values({ courseId, fileId: left, userId: learner.id, process: 100, finishTime: now, createTime: now, updateTime: now })
      .execute()
  }
  const figures = async (title: string) => (await app.ok(course.paging, { params: { title } }, teacher)).records[0]
  const edited = await save({ title: '移除课件', files: [item(left), item(gone)] })
  const disabled = await save({ title: '停用课件', files: [item(left), item(gone)] })
  await passed(edited)
  await passed(disabled)
  await app.ok(course.save, form({ id: edited, title: '移除课件', files: [item(left), item(gone, { required: false })] }), teacher)
  expect(await figures('移除课件')).toMatchObject({ procCount: 0, finishCount: 1 })
  expect(await figures('停用课件')).toMatchObject({ procCount: 1, finishCount: 0 })
  await app.ok(courseFile.state, { ids: [gone], state: CourseFileUse.disabled }, teacher)
  expect(await figures('停用课件')).toMatchObject({ procCount: 0, finishCount: 1 })
})

describe('not deleted', () => {
  test('a course with learners', async () => {
    const id = await save({ title: '已学课程' })
    await begin(id, learner.id, null)
    const other = await save()
    expect(await app.call(course.delete, { ids: [other, id] }, teacher)).toMatchObject({
      code: errors.courseLearnt[0],
      msg: '课程“已学课程”已有学习记录，不能删除，请改为停用',
    })
    await app.ok(course.delete, { ids: [other] }, teacher)
    expect((await app.call(course['admin/detail'], { id: other }, teacher)).code).toBe(errors.notFound[0])
  })

  test('a course that is a prerequisite of an exam, while it is one', async () => {
    const bank = await makeBank(app.ctx(), { single: 1 })
    const draws = [{ repoId: bank.repoId, chapterId: '', quType: QuType.single, level: null, count: 1, perScore: 100 }]
    const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '单选', mode: 'draw', draws, quList: [] }] })
    const examId = await makeExam(app.ctx(), { tmplId, title: '消防考试' })
    const id = await save()
    const ask = (courses: string[]) => app.db.updateTable('exam').set({ courses }).where('id', '=', examId).execute()
    await ask([id])
    expect(await app.call(course.delete, { ids: [id] }, teacher)).toMatchObject({
      code: errors.courseAsked[0],
      msg: '考试“消防考试”要求先学完该课程，不能删除',
      data: { holders: [{ kind: 'exam', id: examId, title: '消防考试' }] },
    })
    await expect(ask([id, '999999'])).rejects.toMatchObject({ code: '23503', constraint: 'exam_courses' })
    await ask([])
    await app.ok(course.delete, { ids: [id] }, teacher)
  })

  test('a department in an audience; a learner with learning records', async () => {
    const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('id').executeTakeFirstOrThrow()
    const lone = await app.ok(depart.save, { parentId: root.id, deptName: '临时部门' }, admin)
    await save({ openType: OpenType.departs, deptCodes: [lone.deptCode] })
    expect((await app.call(depart.delete, { ids: [lone.id] }, admin)).msg).toBe('部门已被考试等业务使用，不能删除')
    const keen = await makeUser(app.db, { userName: 'keen', realName: '钱二' })
    await begin(await save(), keen, null)
    expect((await app.call(user.delete, { ids: [keen] }, admin)).msg).toBe('“钱二”已有考试等业务数据，不能删除，请改为禁用')
  })
})

test('a deleted user is removed from the audience', async () => {
  const gone = await makeUser(app.db, { userName: 'gone' })
  const id = await save({ openType: OpenType.persons, userIds: [gone, learner.id] })
  await app.ok(user.delete, { ids: [gone] }, admin)
  expect((await detail(id)).users).toEqual([{ id: learner.id, userName: 'lee', realName: '李一' }])
})

test('the presence check is stored, shown on both sides, and stays when an edit leaves it out', async () => {
  const id = await save({ checkOn: true, checkSec: 300 })
  const check = { checkOn: true, checkSec: 300 }
  expect(await detail(id)).toMatchObject(check)
  expect(await app.ok(course.detail, { id }, learner.token)).toMatchObject(check)
  await app.ok(course.save, form({ id }), teacher)
  expect(await detail(id)).toMatchObject(check)
  await app.ok(course.save, form({ id, checkOn: false }), teacher)
  expect(await detail(id)).toMatchObject({ checkOn: false, checkSec: 300 })
})

describe('audience', () => {
  const sees = async (person: { token: string }, id: string) =>
    (await app.ok(course['user-paging'], { size: 100 }, person.token)).records.some((one) => one.id === id)
  const both = async (id: string) => [await sees(learner, id), await sees(outsider, id)]
  test('public; a department with its branches; named users', async () => {
    expect(await both(await save())).toEqual([true, true])
    expect(await both(await save({ openType: OpenType.departs, deptCodes: [area] }))).toEqual([true, false])
    expect(await both(await save({ openType: OpenType.persons, userIds: [outsider.id] }))).toEqual([false, true])
  })
  test('the members of groups', async () => {
    const groupId = await makeGroup(app.db, '外聘组', [outsider.id])
    const id = await save({ openType: OpenType.persons, groupIds: [groupId] })
    expect(await both(id)).toEqual([false, true])
    expect((await detail(id)).groups).toEqual([{ id: groupId, groupName: '外聘组' }])
    expect((await app.ok(course['prepare-notify'], { id }, admin)).count).toBe(1)
  })
  test('a change of audience removes the previous one', async () => {
    const id = await save({ openType: OpenType.departs, deptCodes: [area] })
    await app.ok(course.save, form({ id, openType: OpenType.persons, userIds: [outsider.id], deptCodes: [area] }), teacher)
    expect(await detail(id)).toMatchObject({ deptCodes: [], users: [{ id: outsider.id }] })
    expect(await both(id)).toEqual([false, true])
  })
  test('none once it is disabled', async () => {
    const id = await save()
    await app.ok(course.state, { ids: [id], state: CourseState.disabled }, teacher)
    expect(await both(id)).toEqual([false, false])
  })
})

test('a notification reaches its audience', async () => {
  const id = await save({ title: '冷链管理', openType: OpenType.departs, deptCodes: [area], endTime: '2036-11-01 08:00:00' })
  const prepared = await app.ok(course['prepare-notify'], { id }, admin)
  expect(prepared).toMatchObject({
    count: 1,
    tmpl: { id: null, title: '课程通知：{{courseTitle}}' },
    variables: { courseTitle: '冷链管理', startTime: '不限', endTime: '2036-11-01 08:00' },
  })
  const { id: others } = await app.ok(course.save, form({ title: '他人的课程' }), admin)
  expect((await app.call(course['prepare-notify'], { id: others }, teacher)).code).toBe(errors.forbidden[0])
  const { title, content } = prepared.tmpl
  await app.ok(notify.send, { refType: 'course', refId: id, audience: { ref: true }, channels: ['msg'], title, content }, admin)
  const logged = await app.db.selectFrom('notifyLog').where('refType', '=', 'course').where('refId', '=', id).selectAll().execute()
  expect(logged).toMatchObject([{ userId: learner.id }])
})

test('moduleCourse: learners cannot open courses while it is off, the back office can', async () => {
  const id = await save()
  const site = await app.ok(config.detail, {}, admin)
  const turn = (moduleCourse: boolean) => app.ok(config.save, { ...site, props: { ...site.props, moduleCourse } }, admin)
  await turn(false)
  const codes = [
    await app.call(course['user-paging'], {}, learner.token),
    await app.call(course.detail, { id }, learner.token),
    await app.call(course['simple-detail'], { id }, learner.token),
  ].map((one) => one.code)
  expect(codes).toEqual(codes.map(() => errors.moduleOff[0]))
  expect((await detail(id)).id).toBe(id)
  await turn(true)
  await app.ok(course.detail, { id }, learner.token)
})
