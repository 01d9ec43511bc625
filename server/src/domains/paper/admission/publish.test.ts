// An exam on its way from a draft to its candidates: draft, publication, notice, reminder.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { examPreset } from '@shuyuan/contract/exam/preset/preset.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, teacher, learner } = await startWith('teacher', 'learner')
const ann = await app.enrol({ userName: 'ann' })
const { tmplId } = await setUpExam(app.ctx(), {}, { single: 2 })
const form = {
  ...examDefaults,
  title: '消防考试',
  tmplId,
  openType: ExamOpenType.persons,
  userIds: [ann.id],
  startTime: null,
  endTime: null,
  passScore: 2,
}
const saveDraft = async () => (await app.ok(exam.save, { ...form, draft: true }, teacher)).id
const inboxOf = async (person: { token: string }) =>
  (await app.ok(msg.paging, { params: {} }, person.token)).records.map((one) => one.title)

test('a draft does not exist for its learners, and they cannot start it', async () => {
  const id = await saveDraft()
  expect((await app.ok(exam.paging, { size: 100 }, ann)).records.map((one) => one.id)).not.toContain(id)
  expect((await app.call(exam['simple-detail'], { id }, ann)).code).toBe(errors.notFound[0])
  expect((await app.call(paper['create-paper'], { examId: id }, ann)).code).toBe(errors.examDisabled[0])
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ draft: true, state: ExamState.disabled })
})

test('saving a draft again keeps it a draft; a published exam never becomes one', async () => {
  const id = await saveDraft()
  await app.ok(exam.save, { ...form, id, draft: false }, teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ draft: true })
  await app.ok(exam.publish, { id }, teacher)
  await app.ok(exam.save, { ...form, id, draft: true }, teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ draft: false, state: ExamState.enabled })
})

test('publishing opens the exam, and writes to its people only when asked', async () => {
  const [silent, told] = [await saveDraft(), await saveDraft()]
  expect(await app.ok(exam.publish, { id: silent }, teacher)).toEqual({ sent: 0 })
  expect(await inboxOf(ann)).toEqual([])
  expect(await app.ok(exam.publish, { id: told, notify: true }, teacher)).toEqual({ sent: 1 })
  expect(await inboxOf(ann)).toEqual(['考试通知：消防考试'])
  expect((await app.ok(exam.paging, { size: 100 }, ann)).records.map((one) => one.id)).toEqual(expect.arrayContaining([silent, told]))
  expect(await app.ok(exam.publish, { id: told, notify: true }, teacher), 'a repeated call').toEqual({ sent: 0 })
  expect(await inboxOf(ann)).toEqual(['考试通知：消防考试'])
  expect((await app.call(exam.publish, { id: told }, learner)).code).toBe(errors.forbidden[0])
})

test('the call that enables exams publishes a draft, too', async () => {
  const id = await saveDraft()
  await app.ok(exam.state, { id, state: ExamState.enabled }, teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ draft: false, state: ExamState.enabled })
})

test('a draft whose template is no longer published is opened by no call, and keeps its batch closed', async () => {
  const withdrawn = await setUpExam(app.ctx(), { draft: true }, { single: 2 })
  const fit = await saveDraft()
  await app.db.updateTable('tmpl').set({ state: TmplState.draft }).where('id', '=', withdrawn.tmplId).execute()
  const ids = [fit, withdrawn.examId]
  expect((await app.call(exam.state, { ids, state: ExamState.enabled }, teacher)).code).toBe(errors.tmplDraft[0])
  expect((await app.call(exam.publish, { id: withdrawn.examId }, teacher)).code).toBe(errors.tmplDraft[0])
  for (const id of ids) expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ draft: true, state: ExamState.disabled })
})

test('counts whom an audience reaches before it is stored', async () => {
  expect(await app.ok(exam.reach, { openType: ExamOpenType.persons, userIds: [ann.id] }, teacher)).toMatchObject({
    people: 1,
    names: [],
    told: 1,
    notice: { title: '考试通知：{{examTitle}}' },
  })
  expect((await app.ok(exam.reach, { openType: ExamOpenType.all }, teacher)).people).toBeGreaterThan(1)
})

test('publishing says who will watch, and whether that is only the maker', async () => {
  const audience = { openType: ExamOpenType.persons, userIds: [ann.id] }
  const watchersFor = async (more: object = {}) => (await app.ok(exam.reach, { ...audience, ...more }, teacher)).watchers
  // the administrator and a user of another branch do not hide that no other user watches
  const { deptCode } = await app.db.selectFrom('sysUser').where('id', '=', ann.id).select('deptCode').executeTakeFirstOrThrow()
  const elsewhere = await makeDepart(app.db, deptCode, '别处')
  await enrolWith(app, { userName: 'far', realName: '远', deptCode: elsewhere }, ['exam:watch'], DataScope.branch)
  const own = await enrolWith(app, { userName: 'own', realName: '己' }, ['exam:watch'], DataScope.own)
  expect(await watchersFor()).toEqual({ people: 1, names: ['田老师'], onlyMaker: true })
  expect(await watchersFor({ invigilatorIds: [own.id] })).toEqual({ people: 2, names: ['田老师', '己'], onlyMaker: false })
  await enrolWith(app, { userName: 'near', realName: '近', deptCode }, ['exam:watch'], DataScope.branch)
  expect((await watchersFor()).names).toEqual(['田老师', '近'])
  expect((await watchersFor({ invigilatorIds: [own.id] })).names).toEqual(['田老师', '己'])
  const id = await saveDraft()
  const { token } = await app.as('admin')
  expect((await app.ok(exam.reach, { ...audience, id }, token)).watchers.names, 'another user publishes it').toEqual(['田老师', '近'])
})

test('the delivered role of invigilators watches exams that name none, and publishing names its holders', async () => {
  const guard = await app.enrol({ userName: 'guard', realName: '监考', roleType: RoleType.staff, roles: ['监考员'] })
  const id = await saveDraft()
  await app.ok(exam.publish, { id }, teacher)
  expect((await app.ok(exam.paging, { size: 100, params: { watchable: true } }, guard)).records.map((one) => one.id)).toContain(id)
  const { watchers } = await app.ok(exam.reach, { openType: ExamOpenType.persons, userIds: [ann.id] }, teacher)
  expect(watchers).toMatchObject({ names: expect.arrayContaining(['监考']), onlyMaker: false })
})

test('a teacher notifies the people of an exam that they made, in their inboxes, and no others', async () => {
  const id = await saveDraft()
  const { examId: other } = await setUpExam(app.ctx(), {}, { single: 2 })
  const { count, tmpl } = await app.ok(exam['prepare-notify'], { id }, teacher)
  expect(count).toBe(1)
  const sending = {
    title: tmpl.title,
    content: tmpl.content,
    channels: ['msg' as const],
    refType: 'exam',
    refId: id,
    audience: { ref: true },
  }
  const before = (await inboxOf(ann)).length
  expect(await app.ok(notify.reach, { refType: 'exam', refId: id, audience: { ref: true } }, teacher)).toEqual({ people: 1 })
  expect(await app.ok(notify.send, sending, teacher)).toMatchObject({ sent: 1 })
  expect(await inboxOf(ann)).toHaveLength(before + 1)
  const refused: Body<typeof notify.send>[] = [
    { ...sending, refId: other },
    { ...sending, refType: '', refId: '', audience: { all: true } },
    { ...sending, audience: { ref: true, userIds: [ann.id] } },
    { ...sending, channels: ['msg' as const, 'sms' as const] },
    { ...sending, sendAt: toWallClock(new Date(app.clock.now().getTime() + 3_600_000)) },
  ]
  for (const one of refused) expect((await app.call(notify.send, one, teacher)).code).toBe(errors.forbidden[0])
  expect((await app.call(notify.reach, { refType: '', refId: '', audience: { all: true } }, teacher)).code).toBe(errors.forbidden[0])
  expect((await app.call(exam['prepare-notify'], { id: other }, teacher)).code).toBe(errors.forbidden[0])
  const { records } = await app.ok(exam.paging, { size: 100 }, teacher)
  expect(records.filter((one) => [id, other].includes(one.id)).map((one) => [one.id, one.own])).toEqual(
    expect.arrayContaining([
      [id, true],
      [other, false],
    ]),
  )
})

test('the same for a course that they made', async () => {
  const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4'), 'a.pdf', { title: '讲义' })
  const [own, other] = [await makeCourse(app.ctx(), { files: [{ fileId }] }), await makeCourse(app.ctx(), { files: [{ fileId }] })]
  await app.db.updateTable('course').set({ createBy: teacher.id }).where('id', '=', own).execute()
  expect((await app.ok(course['prepare-notify'], { id: own }, teacher)).count).toBeGreaterThan(0)
  expect((await app.call(course['prepare-notify'], { id: other }, teacher)).code).toBe(errors.forbidden[0])
})

test('a reminder goes to those who have opened no paper, once the exam is published', async () => {
  const bob = await app.enrol({ userName: 'bob' })
  const { id } = await app.ok(exam.save, { ...form, title: '提醒考试', userIds: [ann.id, bob.id], draft: true }, teacher)
  expect((await app.call(watchMessage['remind-missing'], { examId: id }, teacher)).code).toBe(errors.examDisabled[0])
  await app.ok(exam.publish, { id }, teacher)
  await app.ok(paper['create-paper'], { examId: id }, ann)
  expect(await app.ok(watchMessage['remind-missing'], { examId: id }, teacher)).toEqual({ sent: 1 })
  expect(await inboxOf(bob)).toEqual(['考试提醒：提醒考试'])
  app.clock.advance(9 * 60)
  expect((await app.call(watchMessage['remind-missing'], { examId: id }, teacher)).code).toBe(errors.tooOften[0])
  app.clock.advance(60)
  expect(await app.ok(watchMessage['remind-missing'], { examId: id }, teacher)).toEqual({ sent: 1 })
})

const settings = {
  minutes: 45,
  tries: 1,
  lateMinutes: 0,
  earliestMinutes: 0,
  showScore: 'handed',
  showAnswer: 'never',
  allowPaste: false,
} as const

test('presets are their maker’s own unless they are shared', async () => {
  const mine = await app.ok(examPreset.save, { title: '我的', settings }, teacher)
  const shared = await app.ok(examPreset.save, { title: '全站', shared: true, settings }, teacher)
  const { token } = await app.as('admin')
  expect(await app.ok(examPreset.list, {}, token)).toMatchObject([
    { id: shared.id, own: true, settings: { minutes: 45, watermark: false } },
  ])
  expect((await app.call(examPreset.delete, { ids: [mine.id] }, token)).code).toBe(errors.notFound[0])
  await app.ok(examPreset.delete, { ids: [mine.id, shared.id] }, teacher)
  expect(await app.ok(examPreset.list, {}, teacher)).toEqual([])
})

test('no preset lets a hint end a paper: it is refused, and one of earlier is read as a mark', async () => {
  const forced = { title: '旧的', settings: { ...settings, signals: { debug: 'force' } } } as const
  expect((await app.call(examPreset.save, forced, teacher)).data).toMatchObject({ fields: [{ field: 'settings.signals.debug' }] })
  const own = await app.ok(examPreset.save, { title: '旧的', settings }, teacher)
  const stored = JSON.stringify({ ...settings, signals: { debug: 'force', leave: 'force' } })
  await app.db.updateTable('examPreset').set({ settings: stored }).where('id', '=', own.id).execute()
  expect(await app.ok(examPreset.list, {}, teacher)).toMatchObject([{ settings: { signals: { debug: 'flag', leave: 'force' } } }])
  await app.ok(examPreset.delete, { ids: [own.id] }, teacher)
})

test('a preset is renamed and renewed by its owner; one of the site by who may keep those', async () => {
  const { token } = await app.as('admin')
  const own = await app.ok(examPreset.save, { title: '旧名', settings }, teacher)
  await app.ok(examPreset.save, { ...own, title: '新名', settings: { ...settings, minutes: 30 } }, teacher)
  expect(await app.ok(examPreset.list, {}, teacher)).toMatchObject([{ ...own, title: '新名', settings: { minutes: 30 } }])
  expect((await app.call(examPreset.save, { ...own, title: '别人的', settings }, token)).code).toBe(errors.notFound[0])
  await app.ok(examPreset.save, { ...own, title: '新名', shared: true, settings }, teacher)
  await app.ok(examPreset.save, { ...own, title: '全站的', shared: true, settings }, token)
  const local = await enrolWith(app, { userName: 'branch' }, ['exam:add', 'exam:update'], DataScope.branch)
  expect((await app.call(examPreset.save, { ...own, title: '越权', settings }, local.token)).code).toBe(errors.notFound[0])
  expect((await app.ok(examPreset.list, {}, teacher)).map((one) => one.title)).toEqual(['全站的'])
  await app.ok(examPreset.delete, { ids: [own.id] }, token)
})

test('presets of the site need the permission to change exams and all data in scope', async () => {
  const maker = await enrolWith(app, { userName: 'maker' }, ['exam:add'], DataScope.all)
  const local = await enrolWith(app, { userName: 'local' }, ['exam:add', 'exam:update', 'exam:delete'], DataScope.branch)
  const { id } = await app.ok(examPreset.save, { title: '全站', shared: true, settings }, teacher)
  for (const { token } of [maker, local]) {
    expect((await app.call(examPreset.save, { title: '越权', shared: true, settings }, token)).data).toMatchObject({
      fields: [{ field: 'shared' }],
    })
    expect((await app.call(examPreset.delete, { ids: [id] }, token)).code).toBe(errors.notFound[0])
    await app.ok(examPreset.save, { title: '自己的', settings }, token)
    expect((await app.ok(examPreset.list, {}, token)).map(({ title, own }) => [title, own])).toEqual([
      ['全站', false],
      ['自己的', true],
    ])
  }
})
