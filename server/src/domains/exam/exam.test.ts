import { exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { depart } from '@shuyuan/contract/people/org/depart.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { makeDepart } from '../people/org/depart.factory.ts'
import { rootDepart } from '../people/org/depart.service.ts'
import { makeTmpl } from '../tmpl/tmpl.factory.ts'
import { passwordOf } from './entry/password.service.ts'
import { markExamStarted } from './exam.service.ts'

const { app, teacher } = await startWith('teacher')
const east = await makeDepart(app.db, (await rootDepart(app.db)).deptCode, '东区')
const team = await makeDepart(app.db, east, '东区一队')
const learner = await app.enrol({ userName: 'lee', deptCode: team })
const outsider = await app.enrol({ userName: 'other' })
const bank = await makeBank(app.ctx(), { single: 4 })
const draws = [{ repoId: bank.repoId, chapterId: '', quType: QuType.single, level: null, count: 4, perScore: 2_500 }]
const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '单选', mode: 'draw', draws, quList: [] }] })

type Form = Body<typeof exam.save>
const form = (more: Partial<Form> = {}): Form => ({
  title: '消防安全考试',
  tmplId,
  openType: ExamOpenType.all,
  startTime: '2026-01-01 09:00:00',
  endTime: '2036-01-01 09:00:00',
  minutes: 60,
  passScore: 60,
  tries: 1,
  lateMinutes: 0,
  earliestMinutes: 0,
  showScore: 'marked',
  showAnswer: 'closed',
  allowPaste: true,
  ...more,
})
const save = async (more: Partial<Form> = {}) => (await app.ok(exam.save, form(more), teacher)).id
const sees = async (person: { token: string }, id: string) =>
  (await app.ok(exam.paging, { size: 100 }, person.token)).records.some((one) => one.id === id)

describe('visible exams', () => {
  test('a public one: every learner', async () => {
    const id = await save()
    expect([await sees(learner, id), await sees(outsider, id)]).toEqual([true, true])
  })
  test('one for a department: also its branches, no others', async () => {
    const id = await save({ openType: ExamOpenType.departs, deptCodes: [east] })
    expect([await sees(learner, id), await sees(outsider, id)]).toEqual([true, false])
    expect((await app.call(exam['simple-detail'], { id }, outsider.token)).code).toBe(errors.notFound[0])
  })
  test('a department in an audience cannot be deleted', async () => {
    const { token } = await app.as('admin')
    const root = await rootDepart(app.db)
    const lone = await app.ok(depart.save, { parentId: root.id, deptName: '临时部门' }, token)
    await save({ openType: ExamOpenType.departs, deptCodes: [lone.deptCode] })
    expect((await app.call(depart.delete, { ids: [lone.id] }, token)).msg).toBe('部门已被考试等业务使用，不能删除')
  })
  test('one for named users: only they', async () => {
    const id = await save({ openType: ExamOpenType.persons, userIds: [learner.id] })
    expect([await sees(learner, id), await sees(outsider, id)]).toEqual([true, false])
  })
  test('a disabled one: teachers only', async () => {
    const id = await save()
    await app.ok(exam.state, { id, state: ExamState.disabled }, teacher)
    expect([await sees(learner, id), await sees({ token: teacher.token }, id)]).toEqual([false, true])
  })
})

test('the password is never sent back, and stays when the edit leaves it blank', async () => {
  const id = await save({ openType: ExamOpenType.password, password: 'Open-Sesame' })
  for (const text of [await app.ok(exam.detail, { id }, teacher), await app.ok(exam['simple-detail'], { id }, learner.token)]) {
    expect(JSON.stringify(text)).not.toContain('Open-Sesame')
  }
  await app.ok(exam.save, form({ id, openType: ExamOpenType.password }), teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ hasPassword: true })
  const stored = await app.db.selectFrom('exam').where('id', '=', id).select(['id', 'password']).executeTakeFirstOrThrow()
  expect(app.app.seal.isSealed(stored.password)).toBe(true)
  expect(passwordOf(app.app, stored)).toBe('Open-Sesame')
})

test('once a paper was opened, template, duration and pass mark are fixed; the rest may change', async () => {
  const id = await save()
  await markExamStarted(app.ctx(), id)
  expect((await app.call(exam.save, form({ id, minutes: 90 }), teacher)).msg).toBe('考试已有考生参加，不能修改试卷和时长')
  await app.ok(exam.save, form({ id, title: '改名' }), teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ title: '改名', started: true, minutes: 60 })
})

test('the type is a value of the dictionary, is shown and filtered on both sides, and stays when an edit leaves it out', async () => {
  const id = await save({ examType: 2 })
  const typed = { id, examType: 2, examType_dictText: '模拟考试' }
  const found = (examType: number, token: string) => app.ok(exam.paging, { size: 100, params: { examType } }, token)
  expect((await found(2, teacher.token)).records).toMatchObject([typed])
  expect((await found(2, learner.token)).records).toMatchObject([typed])
  expect((await found(1, learner.token)).records).toEqual([])
  expect(await app.ok(exam['simple-detail'], { id }, learner.token)).toMatchObject(typed)
  await app.ok(exam.save, form({ id }), teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject(typed)
  await app.ok(exam.save, form({ id, examType: 0 }), teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ examType: 0, examType_dictText: '' })
})

test('scripts are removed from the rules', async () => {
  const id = await save({ remark: '<p onclick="x()">请独立完成</p><script>alert(1)</script><img src=x onerror=alert(1)>' })
  const { remark } = await app.ok(exam['simple-detail'], { id }, learner.token)
  expect(remark).toContain('请独立完成')
  expect(remark).not.toMatch(/script|onclick|onerror/)
})

test('a template from which papers were drawn is locked, and the exam copies its total at that moment', async () => {
  const bank = await makeBank(app.ctx(), { single: 4 })
  const groups = (count: number) => [
    { title: '单选', mode: 'draw' as const, draws: [{ repoId: bank.repoId, quType: QuType.single, count, perScore: 10 }], quList: [] },
  ]
  const shape = { title: '随后修改', quShuffle: true, optionShuffle: true, publish: true }
  const made = await app.ok(tmpl.save, { ...shape, groups: groups(4) }, teacher)
  const id = await save({ tmplId: made.id, passScore: 10 })
  await app.ok(tmpl.save, { ...shape, id: made.id, groups: groups(3) }, teacher)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ totalScore: 30, quCount: 3, started: false })
  await markExamStarted(app.ctx(), id)
  expect(await app.ok(exam.detail, { id }, teacher)).toMatchObject({ totalScore: 30, quCount: 3 })
  expect((await app.call(tmpl.save, { ...shape, id: made.id, groups: groups(2) }, teacher)).msg).toBe(
    '已有考生使用本模板作答，不能修改，请另存为新模板',
  )
})

describe('bad input', () => {
  const refused = async (more: Partial<Form>) => (await app.call(exam.save, form(more), teacher)).fields[0]
  test('an end before the start', async () =>
    expect(await refused({ endTime: '2025-01-01 00:00:00' })).toEqual({ field: 'endTime', msg: '结束时间必须晚于开始时间' }))
  test('a pass mark above the total', async () =>
    expect(await refused({ passScore: 101 })).toEqual({ field: 'passScore', msg: '及格分不能大于总分' }))
  test('a password exam without a password', async () =>
    expect(await refused({ openType: ExamOpenType.password })).toEqual({ field: 'password', msg: '请填写考试密码' }))
  test('departments not chosen', async () =>
    expect(await refused({ openType: ExamOpenType.departs })).toEqual({ field: 'deptCodes', msg: '请选择部门' }))
  test('a department that does not exist', async () =>
    expect((await refused({ openType: ExamOpenType.departs, deptCodes: ['nowhere'] }))?.field).toBe('deptCodes'))
  test('a hint that would end the paper', async () =>
    expect(await refused({ signals: { leave: 'force', copy: 'force' } })).toEqual({
      field: 'signals.copy',
      msg: '这一项只是提示，可能有误，不能强制收卷，请选择忽略、提醒或标记',
    }))
  test('a type that is not in the dictionary', async () =>
    expect(await refused({ examType: 77 })).toEqual({ field: 'examType', msg: '考试类型不存在，请重新选择' }))
  test('a template that is a draft', async () => {
    const draft = await app.ok(tmpl.save, { title: '草稿', quShuffle: true, optionShuffle: true, groups: [] }, teacher)
    expect((await app.call(exam.save, form({ tmplId: draft.id }), teacher)).msg).toBe('请先发布试卷模板')
  })
  test('a template in use cannot be deleted', async () => {
    await save()
    expect((await app.call(tmpl.delete, { ids: [tmplId] }, teacher)).msg).toBe('模板已被考试使用，不能删除')
  })
})
