// Entry to an exam over HTTP: applications, face checks, prerequisites, prices, offline exams.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { makeOrder } from '../../pay/order.factory.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { preparePapers } from './prepare.service.ts'

const { app, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_one, at) => (at * 7919) % 256))
const jpeg = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
  .jpeg()
  .toBuffer()
const picture = `data:image/jpeg;base64,${jpeg.toString('base64')}`

const makeExam = async (terms: Parameters<typeof setUpExam>[1] = {}) => (await setUpExam(app.ctx(), terms, { single: 1 })).examId
const enter = (examId: string, keys: { password?: string; faceToken?: string } = {}, person = ann) =>
  app.call(paper['create-paper'], { examId, ...keys }, person.token)
const check = (id: string, person = ann) => app.ok(checkInfo['check-info'], { id }, person.token)
const handIn = (id: string, person = ann) => app.ok(paper['hand-exam'], { id }, person.token)
async function applyFor(examId: string, person = ann) {
  await app.ok(apply.save, { examId, applyMsg: '摄像头损坏' }, person.token)
  const { records } = await app.ok(apply.paging, { params: { examId, auditState: AuditState.waiting } }, teacher.token)
  return records[0]!.id
}
const approve = (id: string) => app.ok(apply.audit, { ids: [id], auditState: AuditState.approved, auditMsg: '情况属实' }, teacher.token)

describe('an application', () => {
  test('needs a reason, can wait only once, and is refused where an approval would not help', async () => {
    const examId = await makeExam({ needApply: true })
    for (const applyMsg of ['', '   ']) expect((await app.call(apply.save, { examId, applyMsg }, ann.token)).msg).toBe('申请理由不能为空！')
    expect(await enter(examId)).toEqual(refusal('examApplyNeeded'))
    expect(await check(examId)).toMatchObject({ canStart: false, needApply: true, canApply: true, apply: null })
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.call(apply.save, { examId, applyMsg: '想参加' }, ann.token)))
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1)
    expect(answers.filter((one) => one.code !== 0)).toEqual(Array.from({ length: 3 }, () => refusal('applyPending')))
    expect(await check(examId)).toMatchObject({
      canApply: false,
      apply: { auditState: AuditState.waiting },
      reasons: [errors.applyPending[1]],
      reasonKeys: ['applyPending'],
    })
    expect(await enter(examId)).toEqual(refusal('applyPending'))
    expect(await app.call(apply.save, { examId: await makeExam(), applyMsg: '想参加' }, ann.token)).toEqual(refusal('applyNone'))
    const closed = await makeExam({ openType: ExamOpenType.persons, userIds: [bob.id], needApply: true })
    expect((await app.call(apply.save, { examId: closed, applyMsg: '想参加' }, ann.token)).code).toBe(errors.notFound[0])
  })

  test('approved: replaces face check and password once, and the applicant is notified', async () => {
    const examId = await makeExam({ openType: ExamOpenType.password, password: 'Hx2026', needFace: true, needApply: true })
    await approve(await applyFor(examId))
    expect(await check(examId)).toMatchObject({ canStart: true, needPassword: false, needFace: false, needApply: false })
    expect(await app.call(apply.save, { examId, applyMsg: '再来' }, ann.token)).toEqual(refusal('applyApproved'))
    const { records } = await app.ok(msg.paging, { params: { title: '考试申请已通过' } }, ann.token)
    expect(records[0]?.content).toContain('可以直接开始考试！审核理由：情况属实')
    expect(await enter(examId, {}, bob)).toEqual(refusal('examApplyNeeded'))
    const { data } = await enter(examId)
    await handIn(data.id)
    expect(await enter(examId)).toEqual(refusal('examApplyNeeded'))
    const list = await app.ok(apply.paging, { params: { examId } }, teacher.token)
    expect(list.records[0]).toMatchObject({
      applyUser_dictText: '安安',
      applyMsg: '摄像头损坏',
      auditState_dictText: '通过',
      auditBy_dictText: '田老师',
      auditMsg: '情况属实',
      auditUsed: true,
    })
  })

  test('is consumed by one of several concurrent starts, and all of them get the same paper', async () => {
    const examId = await makeExam({ needApply: true })
    await approve(await applyFor(examId))
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(examId)))
    expect(new Set(answers.map((one) => one.data?.id)).size).toBe(1)
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('id').execute()).toHaveLength(1)
    await handIn(answers[0]!.data.id)
    // a tab that read the approval before it was consumed
    await app.db.updateTable('examApply').set({ auditUsed: false }).where('examId', '=', examId).execute()
    const both = await Promise.all([enter(examId), enter(examId), enter(examId)])
    expect(new Set(both.map((one) => one.data?.id)).size).toBe(1)
  })

  test('is not consumed by a start with the right password', async () => {
    const examId = await makeExam({ openType: ExamOpenType.password, password: 'Hx2026' })
    await approve(await applyFor(examId))
    await handIn((await enter(examId, { password: 'Hx2026' })).data.id)
    expect(await check(examId)).toMatchObject({ needPassword: false, apply: { auditUsed: false } })
    await handIn((await enter(examId)).data.id)
    expect(await enter(examId)).toEqual(refusal('examPasswordNeeded'))
  })

  test('rejected: the reason is shown, and the candidate may apply again', async () => {
    const examId = await makeExam({ needApply: true })
    const id = await applyFor(examId)
    expect((await app.call(apply.audit, { ids: [id], auditState: AuditState.rejected, auditMsg: ' ' }, teacher.token)).msg).toBe(
      '审核理由不能为空！',
    )
    expect((await app.call(apply.audit, { ids: [id], auditMsg: '否' } as never, teacher.token)).msg).toBe('审核意见不能为空！')
    await app.ok(apply.audit, { ids: [id], auditState: AuditState.rejected, auditMsg: '材料不全' }, teacher.token)
    expect(await app.call(apply.audit, { ids: [id], auditState: AuditState.approved, auditMsg: '改判' }, teacher.token)).toEqual(
      refusal('applyAudited'),
    )
    expect(await check(examId)).toMatchObject({
      canStart: false,
      canApply: true,
      apply: { auditState: AuditState.rejected, auditMsg: '材料不全' },
    })
    const { records } = await app.ok(msg.paging, { params: { title: '考试申请未通过' } }, ann.token)
    expect(records[0]?.content).toContain('材料不全')
    await app.ok(apply.save, { examId, applyMsg: '补交材料' }, ann.token)
    expect((await app.ok(apply.paging, { params: { examId } }, teacher.token)).total).toBe(2)
  })

  test('deleted before it was consumed, it admits no candidate; learners can neither list nor audit applications', async () => {
    const examId = await makeExam({ needApply: true })
    const id = await applyFor(examId)
    await approve(id)
    await app.ok(apply.delete, { ids: [id] }, teacher.token)
    expect(await enter(examId)).toEqual(refusal('examApplyNeeded'))
    for (const call of [apply.paging, apply.audit, apply.delete])
      expect((await app.call(call, { ids: [id], auditState: AuditState.approved, auditMsg: 'x' } as never, ann.token)).code).toBe(
        errors.forbidden[0],
      )
  })

  test('a refused start creates no paper and consumes no approval', async () => {
    const examId = await makeExam({ needApply: true, startTime: new Date(app.clock.now().getTime() + 3_600_000), endTime: null })
    await approve(await applyFor(examId))
    expect(await enter(examId)).toEqual(refusal('examNotBegun'))
    expect(await app.db.selectFrom('examApply').where('examId', '=', examId).select('auditUsed').execute()).toEqual([{ auditUsed: false }])
  })
})

describe('the face check', () => {
  const checkFace = (examId: string, base64: string, person = ann) => app.ok(face['validate-face'], { examId, base64 }, person.token)

  test('returns a token for one paper of this exam and candidate', async () => {
    const examId = await makeExam({ needFace: true })
    expect(await check(examId)).toMatchObject({ needFace: true, canStart: true })
    expect(await enter(examId)).toEqual(refusal('examFaceNeeded'))
    expect(await checkFace(examId, '')).toMatchObject({ pass: false, faceToken: '', failMsg: expect.stringContaining('摄像头') })
    const { faceToken, pass } = await checkFace(examId, picture)
    expect(pass).toBe(true)
    expect(await enter(examId, { faceToken: 'made-up' })).toEqual(refusal('examFaceToken'))
    expect(await enter(examId, { faceToken }, bob)).toEqual(refusal('examFaceToken'))
    expect(await enter(await makeExam({ needFace: true }), { faceToken })).toEqual(refusal('examFaceToken'))
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('id').execute()).toEqual([])
    const twice = await Promise.all([enter(examId, { faceToken }), enter(examId, { faceToken })])
    expect(new Set(twice.map((one) => one.data.id)).size).toBe(1)
    // the checked picture is in the timeline of the paper
    const { events } = await app.ok(timeline.list, { paperId: twice[0].data.id }, (await app.as('admin')).token)
    const { image = '' } = events.find((one) => one.kind === 'identity') ?? {}
    const seen = await app.http.inject({ url: image })
    expect(seen.rawPayload.equals(Buffer.from(picture.replace(/^data:.*?,/, ''), 'base64'))).toBe(true)
    await handIn(twice[0].data.id)
    expect(await enter(examId, { faceToken })).toEqual(refusal('examFaceToken'))
  })

  test('the token expires after ten minutes, and also opens a prepared paper', async () => {
    const examId = await makeExam({
      needFace: true,
      openType: ExamOpenType.persons,
      userIds: [ann.id],
      startTime: new Date(app.clock.now().getTime() + 60_000),
      endTime: null,
    })
    await preparePapers(app.app)
    app.clock.advance(61)
    const old = await checkFace(examId, picture)
    app.clock.advance(601)
    expect(await enter(examId, { faceToken: old.faceToken })).toEqual(refusal('examFaceToken'))
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('state').execute()).toEqual([
      { state: PaperState.prepared },
    ])
    expect((await enter(examId, { faceToken: (await checkFace(examId, picture)).faceToken })).code).toBe(0)
  })
})

describe('reasons against starting', () => {
  test('a prerequisite exam is named', async () => {
    const first = await makeExam({ title: '入门考试', passScore: 100 })
    const examId = await makeExam({ prerequisites: [first] })
    const namedReason = '请先通过前置考试：《入门考试》'
    expect(await check(examId)).toMatchObject({ canStart: false, reasons: [namedReason] })
    expect(await enter(examId)).toMatchObject({ code: errors.examPrerequisite[0], msg: namedReason })
    const { id } = (await enter(first)).data
    await handIn(id)
    expect((await enter(examId)).code).toBe(errors.examPrerequisite[0])
    await app.db.updateTable('paper').set({ passed: true, state: PaperState.done }).where('id', '=', id).execute()
    expect((await enter(examId)).code).toBe(0)
  })

  test('exams cannot be prerequisites of each other', async () => {
    const first = await makeExam()
    const second = await makeExam({ prerequisites: [first] })
    const stored = await app.ok(exam.detail, { id: first }, teacher.token)
    expect((await app.ok(exam.detail, { id: second }, teacher.token)).prerequisites).toEqual([first])
    const form = { ...stored, userIds: [], password: '' }
    for (const one of [first, second, '999999'])
      expect((await app.call(exam.save, { ...form, prerequisites: [one] }, teacher.token)).fields).toMatchObject([
        { field: 'prerequisites' },
      ])
  })

  test('a paid exam is refused until it is bought', async () => {
    const examId = await makeExam({ price: 990 })
    expect(await check(examId)).toMatchObject({ canStart: false, needPay: true, price: '9.90', reasons: [errors.examNotBought[1]] })
    expect(await enter(examId)).toEqual(refusal('examNotBought'))
    await makeOrder(app.db, { userId: bob.id, goodsType: 'exam', goodsId: examId })
    expect(await enter(examId)).toEqual(refusal('examNotBought'))
    expect((await enter(examId, {}, bob)).code).toBe(0)
    const { records } = await app.ok(exam.paging, { params: { mine: true }, size: 100 }, ann.token)
    expect(records.find((row) => row.id === examId)).toMatchObject({ price: '9.90', offline: false, needApply: false })
  })

  test('an offline exam cannot be started', async () => {
    const examId = await makeExam({ offline: true, needApply: true })
    expect(await check(examId)).toMatchObject({ canStart: false, canApply: false, reasons: [errors.examOffline[1]] })
    expect(await enter(examId)).toEqual(refusal('examOffline'))
  })

  test('all reasons are returned together', async () => {
    const examId = await makeExam({
      price: 100,
      needApply: true,
      prerequisites: [await makeExam({ title: '先考' })],
      endTime: new Date(app.clock.now().getTime() - 1),
    })
    expect((await check(examId)).reasons).toEqual([
      errors.examEnded[1],
      errors.examNotBought[1],
      '请先通过前置考试：《先考》',
      errors.examApplyNeeded[1],
    ])
  })

  test('the settings are stored, and candidates see only those that concern them', async () => {
    const examId = await makeExam({ pledge: '我承诺诚信', costPoints: 20 })
    expect(await app.ok(exam['simple-detail'], { id: examId }, ann.token)).toMatchObject({
      pledge: '我承诺诚信',
      costPoints: 20,
      offline: false,
    })
    const stored = await app.ok(exam.detail, { id: examId }, teacher.token)
    const form = { ...stored, userIds: [], password: '', price: '1.50' }
    expect((await app.call(exam.save, { ...form, needFace: true }, teacher.token)).fields).toEqual([
      { field: 'needFace', msg: '本机不比对人脸，暂不能开启' },
    ])
    await app.db.updateTable('exam').set({ needFace: true }).where('id', '=', examId).execute()
    await app.ok(exam.save, { ...form, needFace: true }, teacher.token)
    expect(await app.ok(exam.detail, { id: examId }, teacher.token)).toMatchObject({ pledge: '我承诺诚信', needFace: true, price: '1.50' })
    expect((await app.call(exam.save, { ...stored, userIds: [], password: '', price: '-1' }, teacher.token)).fields[0]?.field).toBe('price')
  })
})
