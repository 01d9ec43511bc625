// Exams that are open to user groups, over HTTP.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { groupUser } from '@shuyuan/contract/people/user/group-user.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { code, refusal } from '../../../../test/refusal.ts'
import { makeGroup } from '../../people/user/group.factory.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'
import { preparePapers } from './prepare.service.ts'

const { app, admin, ann, bob, learner, teacher } = await startWith('ann', 'bob', 'learner', 'teacher')
const inMinutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000)
const examFor = async (groupIds: string[], more: Parameters<typeof setUpExam>[1] = {}) =>
  (await setUpExam(app.ctx(), { openType: ExamOpenType.persons, userIds: [], groupIds, minutes: 10, ...more }, { single: 1 })).examId
const sees = async (person: { token: string }, id: string) =>
  (await app.ok(exam.paging, { size: 100, params: { mine: true } }, person.token)).records.some((one) => one.id === id)
const enter = (examId: string, person: { token: string }) => app.call(paper['create-paper'], { examId }, person.token)

describe('an exam for groups', () => {
  test('is seen and entered by the members of its groups, whatever their role type', async () => {
    const examId = await examFor([await makeGroup(app.db, '骨干', [ann.id, teacher.id]), await makeGroup(app.db, '新人', [bob.id])])
    expect([await sees(ann, examId), await sees(bob, examId), await sees(teacher, examId), await sees(learner, examId)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect((await enter(examId, learner)).code).toBe(code('examNotOpen'))
    await app.ok(paper['create-paper'], { examId }, ann.token)
    const shown = await app.ok(exam.detail, { id: examId }, teacher.token)
    expect(shown).toMatchObject({ openType_dictText: '指定人员', users: [], deptCodes: [] })
    expect(shown.groups.map((one) => one.groupName)).toEqual(['骨干', '新人'])
  })

  test('expects its members: papers are prepared for them, and absent members are listed and recorded', async () => {
    const examId = await examFor([await makeGroup(app.db, '甲组', [ann.id, bob.id]), await makeGroup(app.db, '乙组', [bob.id])], {
      startTime: inMinutes(5),
      endTime: inMinutes(30),
    })
    await preparePapers(app.app)
    const prepared = await app.db
      .selectFrom('paper')
      .where('examId', '=', examId)
      .where('state', '=', PaperState.prepared)
      .select('userId')
      .execute()
    expect(prepared.map((one) => one.userId).toSorted()).toEqual([ann.id, bob.id].toSorted())
    app.clock.advance(6 * 60)
    await app.ok(paper['create-paper'], { examId }, ann.token)
    expect(await app.ok(watch['watch-stat'], { id: examId }, admin.token)).toMatchObject({ requireCount: 2, missCount: 0, awaitedCount: 1 })
    expect(await app.ok(exam['prepare-notify'], { id: examId }, admin.token)).toMatchObject({ count: 2 })
    app.clock.advance(60 * 60)
    await sweepPapers(app.app)
    await sweepPapers(app.app)
    const { records } = await app.ok(watch['miss-paging'], { params: { examId } }, admin.token)
    expect(records.map((one) => [one.userId, one.missState])).toEqual([[bob.id, 'missed']])
  })

  test('follows its groups: a new member may enter, a former one may not', async () => {
    const groupId = await makeGroup(app.db, '变动组', [ann.id])
    const examId = await examFor([groupId])
    await app.ok(groupUser['ref-join'], { refId: groupId, ids: [bob.id] }, admin.token)
    await app.ok(groupUser['ref-remove'], { refId: groupId, ids: [ann.id] }, admin.token)
    expect([await sees(ann, examId), await sees(bob, examId)]).toEqual([false, true])
    expect((await enter(examId, ann)).code).toBe(code('examNotOpen'))
  })

  test('protects its groups from deletion until it is deleted itself', async () => {
    const groupId = await makeGroup(app.db, '在用组', [ann.id])
    const examId = await examFor([groupId])
    expect(await app.call(group.delete, { ids: [groupId] }, admin.token)).toMatchObject({
      code: code('groupInUse'),
      msg: '分组“在用组”是考试或课程的开放范围，不能删除',
      data: { holders: [{ kind: 'exam', id: examId }] },
    })
    await app.ok(exam.delete, { ids: [examId] }, admin.token)
    await app.ok(group.delete, { ids: [groupId] }, admin.token)
  })

  test('may name users besides', async () => {
    const examId = await examFor([await makeGroup(app.db, '并列组', [ann.id, bob.id])], { userIds: [bob.id, learner.id] })
    expect([await sees(ann, examId), await sees(bob, examId), await sees(learner, examId)]).toEqual([true, true, true])
    expect(await app.ok(watch['watch-stat'], { id: examId }, admin.token)).toMatchObject({ requireCount: 3 })
  })

  test('names existing groups, and at least one group or user', async () => {
    const stored = await app.ok(exam.detail, { id: await examFor([await makeGroup(app.db, '任意组')]) }, admin.token)
    const saved = { ...stored, endTime: toWallClock(inMinutes(100)), password: '', userIds: [] }
    const fields = async (groupIds: string[]) => (await app.call(exam.save, { ...saved, groupIds }, admin.token)).fields
    expect(await fields([])).toEqual([{ field: 'userIds', msg: '请选择人员' }])
    expect(await fields(['999999'])).toEqual([{ field: 'groupIds', msg: '有分组不存在，请重新选择' }])
  })
})

test('a teacher may list groups and not change them', async () => {
  const id = await makeGroup(app.db, '只读组')
  expect((await app.ok(group.paging, { size: 100 }, teacher.token)).records.some((one) => one.id === id)).toBe(true)
  expect(await app.call(group.delete, { ids: [id] }, teacher.token)).toEqual(refusal('forbidden'))
})
