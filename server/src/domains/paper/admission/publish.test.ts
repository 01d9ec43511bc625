// An exam on its way from a draft to its candidates: draft, publication, notice, reminder.
import { exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { examPreset } from '@shuyuan/contract/exam/preset/preset.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { msg } from '@shuyuan/contract/sys/notice/msg.ts'
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
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
  expect(await app.ok(exam.reach, { openType: ExamOpenType.persons, userIds: [ann.id] }, teacher)).toEqual({ people: 1, names: [] })
  expect((await app.ok(exam.reach, { openType: ExamOpenType.all }, teacher)).people).toBeGreaterThan(1)
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
