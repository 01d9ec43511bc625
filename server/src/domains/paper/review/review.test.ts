import { watch, HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { handIn, startNewPaper } from '../../../../test/papers.ts'
import { startWith, widenScope } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { keysOf, setUpExam, rightAnswer } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'

const { app, ann, teacher, admin } = await startWith('ann', 'teacher')
const bob = await app.enrol({ userName: 'bob', realName: '宝宝' })
const proctor = await app.enrol({ userName: 'paul', roleType: RoleType.staff, roles: ['监考员'] })
await widenScope(app, proctor.id)

async function handed(
  terms: Parameters<typeof setUpExam>[1] = {},
  counts: Parameters<typeof setUpExam>[2] = { single: 1, shortAnswer: 2 },
) {
  const { examId, id, row } = await startNewPaper(app, ann, { passScore: 400, ...terms }, counts)
  const keys = [...(await keysOf(app, id)).values()]
  const receipt = await handIn(app, ann, id, rightAnswer)
  return { id, examId, keys, receipt, row, short: keys.filter((key) => key.quType === QuType.shortAnswer).map((key) => key.quId) }
}

describe('a paper that waits for a marker', () => {
  test('has neither passed nor failed, even if every mark is given but not settled', async () => {
    const { id, row, short } = await handed()
    const marks = short.map((quId) => ({ quId, score: 2, comment: '' }))
    expect(await app.ok(paper['review-paper'], { id, marks }, teacher.token)).toMatchObject({ state: PaperState.marking, passed: null })
    expect(await row()).toMatchObject({ passed: null })
    expect(await app.ok(paper['review-paper'], { id, finish: true }, teacher.token)).toMatchObject({ state: PaperState.done, passed: true })
  })

  test('shows the points of its objective questions where scores are shown after the hand-in', async () => {
    const counts = { single: 2, composite: 1, shortAnswer: 1 }
    const { id } = await handed({ showScore: 'handed' }, counts)
    expect(await app.ok(paper['paper-result'], { id }, ann.token)).toMatchObject({
      score: null,
      passed: null,
      objective: { score: 8, total: 8 },
    })
    const later = await handed({ showScore: 'marked' }, counts)
    expect((await app.ok(paper['paper-result'], { id: later.id }, ann.token)).objective).toBeNull()
  })
})

describe('marking by a person', () => {
  test('finishes a paper once, from all its marks', async () => {
    const { id, receipt, row, short } = await handed()
    expect(receipt).toMatchObject({ state: PaperState.marking, waitReview: true })
    expect(await row()).toMatchObject({ state: PaperState.marking, passed: null, objScore: 200 })
    expect(await app.ok(paper['paper-result'], { id }, ann.token)).toMatchObject({ score: null, passed: null, scoreShown: false })

    const read = await app.ok(paper['review-paper'], { id }, teacher.token)
    const waiting = read.groups.flatMap((group) => group.quList).filter((one) => one.markState === 'pending')
    expect(waiting.map((one) => one.quId).toSorted()).toEqual(short.toSorted())
    expect(waiting[0]).toMatchObject({ answer: { text: '<p>参考答案</p>' }, key: { modelAnswer: '<p>参考答案</p>' } })

    const first = await app.ok(
      paper['review-paper'],
      { id, version: read.version, marks: [{ quId: short[0]!, score: 1.5, comment: '要点不全' }] },
      teacher.token,
    )
    expect(first.version).toBe(read.version + 1)
    expect(await row()).toMatchObject({ state: PaperState.marking, passed: null })
    const second = { id, marks: [{ quId: short[1]!, score: 0.5, comment: '' }], finish: true }
    expect(await app.call(paper['review-paper'], { ...second, version: read.version }, admin.token)).toMatchObject({
      code: errors.conflict[0],
      data: { version: first.version, marks: { [short[0]!]: { score: 150, comment: '要点不全' } } },
    })
    const done = await app.ok(paper['review-paper'], { ...second, version: first.version }, teacher.token)
    expect(done).toMatchObject({ state: PaperState.done, score: 4, passed: true })
    expect(await row()).toMatchObject({ state: PaperState.done, score: 400, subjScore: 200, reviewBy: teacher.id })
    expect(await app.call(paper['review-paper'], second, admin.token)).toEqual(refusal('paperReviewed'))
    expect(await app.ok(paper['paper-result'], { id }, ann.token)).toMatchObject({ score: 4, passed: true })
    const audited = await app.db.selectFrom('sysLog').where('path', '=', paper['review-paper'].path).orderBy('id').selectAll().execute()
    expect(audited.map((one) => one.after)).toContainEqual(expect.objectContaining({ score: 400, finish: true }))
  })

  test('of two concurrent finishes one is refused', async () => {
    const { id, short } = await handed()
    const marks = short.map((quId) => ({ quId, score: 1, comment: '' }))
    const answers = await Promise.all(
      [teacher, admin].map((who) => app.call(paper['review-paper'], { id, marks, finish: true }, who.token)),
    )
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.paperReviewed[0]])
  })

  test('refuses invalid marks', async () => {
    const { id, short, keys } = await handed()
    const mark = (marks: object[], finish = false) => app.call(paper['review-paper'], { id, marks: marks as never, finish }, teacher.token)
    expect(await mark([{ quId: short[0], score: 2.01, comment: '' }])).toMatchObject({
      code: errors.badInput[0],
      msg: '得分不能超过本题满分2分',
    })
    expect(await mark([{ quId: '999', score: 1, comment: '' }])).toMatchObject({ code: errors.badInput[0] })
    expect(await mark([{ quId: keys[0]!.quId, subId: '1', score: 1, comment: '' }])).toMatchObject({ code: errors.badInput[0] })
    expect(await mark([{ quId: short[0], score: 1, comment: '' }], true)).toMatchObject({ msg: '还有1道题没有评分' })
    const { examId } = await setUpExam(app.ctx())
    const open = await app.ok(paper['create-paper'], { examId }, bob.token)
    expect(await app.call(paper['review-paper'], { id: open.id }, teacher.token)).toEqual(refusal('paperNotMarkable'))
    expect(await app.call(paper['review-paper'], { id }, proctor.token)).toEqual(refusal('forbidden'))
  })
})

describe('a result', () => {
  test.each([
    ['never', 'never', false, false],
    ['handed', 'never', true, false],
    ['never', 'handed', false, true],
    ['marked', 'marked', true, true],
    ['closed', 'closed', false, false],
  ] as const)('shows score %s and answers %s', async (showScore, showAnswer, scoreShown, answerShown) => {
    const { id, examId } = await handed({ showScore, showAnswer }, { single: 1, fillIn: 1, composite: 1 })
    const result = await app.ok(paper['paper-result'], { id }, ann.token)
    expect(result).toMatchObject({ scoreShown, answerShown, score: scoreShown ? 8 : null, passed: scoreShown ? true : null })
    const questions = result.groups.flatMap((group) => group.quList)
    expect(questions.map((one) => one.key !== null)).toEqual([answerShown, answerShown, answerShown])
    // right or wrong by question would reveal the key
    expect(questions.map((one) => one.gained !== null)).toEqual(questions.map(() => scoreShown && answerShown))
    expect(questions[0]!.markState).toBe(answerShown ? 'right' : 'hidden')
    expect(result.groups.map((group) => group.gained !== null)).toEqual(result.groups.map(() => scoreShown))
    const [listed] = (await app.ok(paper.paging, { params: { examId, mine: true } }, ann.token)).records
    expect(listed!.score).toBe(scoreShown ? 8 : null)
    expect((await app.ok(paper.paging, { params: { examId, passed: true } }, ann.token)).total).toBe(scoreShown ? 1 : 0)
    const [mine] = await app.ok(paper['list-mine'], { examIds: [examId] }, ann.token)
    expect(mine).toMatchObject({ bestScore: scoreShown ? 8 : null, passed: scoreShown ? true : null, tries: 1, lastPaperId: id })
    const [seen] = (await app.ok(paper.paging, { params: { examId } }, teacher.token)).records
    expect(seen).toMatchObject({ score: 8, passed: true, realName: '安安' })
  })

  test('of an exam that shows it after its end is hidden until then', async () => {
    const { id } = await handed({ showScore: 'closed', showAnswer: 'closed' }, { single: 2 })
    expect(await app.ok(paper['paper-result'], { id }, ann.token)).toMatchObject({ scoreShown: false, answerShown: false, score: null })
    app.clock.advance(25 * 3_600)
    expect(await app.ok(paper['paper-result'], { id }, ann.token)).toMatchObject({ scoreShown: true, answerShown: true, score: 4 })
  })

  test('is hidden while the paper is open', async () => {
    const { examId } = await setUpExam(app.ctx())
    const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
    expect(await app.call(paper['paper-result'], { id }, ann.token)).toEqual(refusal('resultHidden'))
  })
})

describe('watching', () => {
  test('counts candidates, and shows who is online with their progress', async () => {
    const { examId } = await setUpExam(app.ctx(), { openType: ExamOpenType.persons, userIds: [ann.id, bob.id, teacher.id] }, { single: 2 })
    const a = await app.ok(paper['create-paper'], { examId }, ann.token)
    const { session, groups } = await app.ok(paper['paper-detail'], { id: a.id }, ann.token)
    const [question] = groups[0]!.quList
    await app.ok(paper['fill-answer'], { paperId: a.id, session, quId: question!.quId, answer: { tags: ['A'] }, seq: 1 }, ann.token)
    const b = await app.ok(paper['create-paper'], { examId }, bob.token)
    await app.ok(paper['hand-exam'], { id: b.id }, bob.token)
    expect(await app.ok(watch['watch-stat'], { id: examId }, proctor.token)).toMatchObject({
      requireCount: 3,
      processCount: 1,
      handCount: 1,
      missCount: 0,
      awaitedCount: 1,
    })
    const present = () => app.ok(watch['process-paging'], { params: { examId } }, proctor.token)
    expect((await present()).records).toMatchObject([{ id: a.id, realName: '安安', online: true, answerCount: 1, quCount: 2 }])
    app.clock.advance(46)
    expect((await present()).records).toMatchObject([{ online: false }])
    expect((await app.ok(watch['process-paging'], { params: { examId, offline: false } }, proctor.token)).total).toBe(0)
    await app.ok(paper['left-time'], { id: a.id, session }, ann.token)
    expect((await present()).records).toMatchObject([{ online: true }])
    expect((await app.ok(watch['hand-paging'], { params: { examId, handState: HandState.normal } }, proctor.token)).records).toMatchObject([
      { id: b.id, realName: '宝宝', exState: ExState.normal, exState_dictText: '正常' },
    ])
    expect(await app.call(watch['process-paging'], { params: { examId } }, ann.token)).toEqual(refusal('forbidden'))
  })

  test('force-closes a paper three seconds after the push; answers saved until then count', async () => {
    const { examId, id } = await startNewPaper(app, ann, {}, { single: 2 })
    const before = await app.ok(paper['paper-detail'], { id }, ann.token)
    const fill = (at: number) =>
      app.call(
        paper['fill-answer'],
        { paperId: id, session: before.session, quId: before.groups[0]!.quList[at]!.quId, answer: { tags: ['A'] }, seq: 1 },
        ann.token,
      )
    await app.ok(watch['force-hand'], { paperId: id, message: '违反考场纪律' }, proctor.token)
    const left = await app.ok(paper['left-time'], { id }, ann.token)
    expect(left.leftMs).toBeLessThanOrEqual(3_000)
    expect(left).toMatchObject({ state: PaperState.open, timeRev: before.timeRev + 1, notice: '违反考场纪律' })
    app.clock.advance(2)
    expect((await fill(0)).code).toBe(0)
    expect(await app.call(watch['force-hand'], { paperId: id, message: '再收一次' }, proctor.token)).toEqual(refusal('paperTaken'))
    app.clock.advance(2)
    expect(await fill(1)).toEqual(refusal('paperClosed'))
    expect(await app.call(watch['force-hand'], { paperId: id, message: '再收一次' }, proctor.token)).toEqual(refusal('paperHanded'))
    const row = await app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: PaperState.done, exState: ExState.proctor, exMsg: '违反考场纪律', answered: 1 })
    expect(row.handTime).toEqual(row.deadlineAt)
    expect(
      (await app.ok(watch['hand-paging'], { params: { examId, handState: HandState.abnormal } }, proctor.token)).records,
    ).toMatchObject([{ id, exState_dictText: '监考收卷', exMsg: '违反考场纪律' }])
  })

  test('force-closes all papers of an exam without a confirmation by the candidates', async () => {
    const { examId } = await setUpExam(app.ctx(), { earliestMinutes: 30 }, { single: 1 })
    for (const who of [ann, bob]) await app.ok(paper['create-paper'], { examId }, who.token)
    expect(await app.call(watch['force-hand-all'], { examId, exState: ExState.normal, message: 'x' }, proctor.token)).toMatchObject({
      msg: '考卷状态必须选择！',
    })
    expect(await app.call(watch['force-hand-all'], { examId, exState: ExState.allHanded, message: '' }, proctor.token)).toMatchObject({
      msg: '收卷理由必须填写！',
    })
    expect(await app.ok(watch['force-hand-all'], { examId, exState: ExState.allHanded, message: '考场停电' }, proctor.token)).toEqual({
      handed: 2,
    })
    expect(await app.ok(watch['force-hand-all'], { examId, exState: ExState.allHanded, message: '考场停电' }, proctor.token)).toEqual({
      handed: 0,
    })
    app.clock.advance(4)
    await sweepPapers(app.app)
    const rows = await app.db.selectFrom('paper').where('examId', '=', examId).select(['state', 'exState']).execute()
    expect(rows).toEqual([
      { state: PaperState.done, exState: ExState.allHanded },
      { state: PaperState.done, exState: ExState.allHanded },
    ])
  })
})

test('a paper is deleted with its answers, recorded, and its page is notified', async () => {
  const { id } = await startNewPaper(app, ann, {}, { single: 1 })
  const { session, groups } = await app.ok(paper['paper-detail'], { id }, ann.token)
  const save = () =>
    app.call(paper['fill-answer'], { paperId: id, session, quId: groups[0]!.quList[0]!.quId, answer: { tags: ['A'] }, seq: 1 }, ann.token)
  await save()
  expect(await app.call(paper.delete, { ids: [id] }, teacher.token)).toMatchObject({ code: 0 })
  for (const table of ['paperAnswer', 'paperAnswerLog', 'paperSession'] as const)
    expect(await app.db.selectFrom(table).where('paperId', '=', id).select('paperId').execute()).toEqual([])
  expect(await save()).toEqual(refusal('notFound'))
  const [audited] = await app.db.selectFrom('sysLog').where('path', '=', paper.delete.path).selectAll().execute()
  expect(audited!.before).toMatchObject([{ id, userId: ann.id }])
})
