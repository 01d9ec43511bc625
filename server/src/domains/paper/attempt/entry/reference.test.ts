// The ids of questions that a candidate sees: random per paper, and without a relation to the bank.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { event } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { quMark } from '@shuyuan/contract/qu/bank/mark.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { describe, expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import { type Person, startApp } from '../../../../../test/start-app.ts'
import { bankIdsOf, holdQuestions, keysByReference, rightAnswer } from '../../exam-setup.factory.ts'
import type { FrozenGroup } from '../../question/freeze.rules.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')
const counts = { single: 3, fillIn: 1 }
const open = (id: string, person: Person = ann) => app.ok(paper['paper-detail'], { id }, person)
const idsIn = (groups: { quList: { quId: string }[] }[]) => groups.flatMap((group) => group.quList.map((one) => one.quId))

describe('the ids of questions on a paper', () => {
  test('are random per paper; no call of the candidate names an id of the bank', async () => {
    const { id, examId } = await startNewPaper(app, ann, { showAnswer: 'handed', showScore: 'handed' }, counts)
    const opened = await open(id)
    const quIds = idsIn(opened.groups)
    const bankIds = await bankIdsOf(app, id)
    const inBank = new Set(bankIds.values())
    expect(new Set(quIds).size).toBe(4)
    expect(quIds.every((quId) => /^\d{18}$/.test(quId) && !inBank.has(quId))).toBe(true)
    const keys = await keysByReference(app, id)
    const [first = '', second = ''] = quIds
    const save = { paperId: id, session: opened.session, quId: first, answer: rightAnswer(keys.get(first)!), seq: 1 }
    const { saved } = await app.ok(paper['fill-answer'], save, ann)
    expect(saved).toEqual([{ quId: first, seq: 1, state: 'saved' }])
    expect((await app.ok(paper['qu-detail'], { paperId: id, quId: first }, ann)).quId).toBe(first)
    expect((await open(id)).answers).toMatchObject([{ quId: first, answer: save.answer }])
    await app.ok(event.save, { paperId: id, kind: 'time', eventId: 'a', times: [{ quId: first, seconds: 0 }] }, ann)
    const lastAnswers = [{ quId: second, answer: rightAnswer(keys.get(second)!) }]
    expect(await app.ok(paper['hand-exam'], { id, lastAnswers }, ann)).toMatchObject({ answered: 2 })
    const result = await app.ok(paper['paper-result'], { id }, ann)
    expect(idsIn(result.groups)).toEqual(quIds)
    expect(result.score).toBe(4)
    // a marker reads the ids of the bank, and another candidate has other references
    expect(idsIn((await app.ok(paper['review-paper'], { id }, admin)).groups).every((quId) => inBank.has(quId))).toBe(true)
    const other = await app.ok(paper['create-paper'], { examId }, bob)
    const others = new Set(idsIn((await open(other.id, bob)).groups))
    expect(quIds.some((quId) => others.has(quId))).toBe(false)
  })

  test('of coming questions cannot be looked up in step mode, nor tried out', async () => {
    const { id } = await startNewPaper(app, ann, { stepMode: true, passScore: 0 }, counts)
    const coming = idsIn((await open(id)).groups)[2]!
    const bankId = (await bankIdsOf(app, id)).get(coming)!
    const answer = rightAnswer((await keysByReference(app, id)).get(coming)!)
    // the answer to an id of the bank does not tell whether the question is on the paper
    const fill = (quId: string) => app.call(paper['fill-answer'], { paperId: id, quId, answer }, ann)
    expect((await fill(bankId)).code).toBe((await fill('999999')).code)
    expect(await app.call(quMark.favourite, { quId: coming, favourite: true }, ann)).toEqual(refusal('questionSat'))
  })

  test('still are those of the bank on papers drawn before references existed', async () => {
    const { id, row } = await startNewPaper(app, ann, {}, { single: 2 })
    await holdQuestions(app, id, (content) =>
      content.map((group) => ({ ...group, quList: group.quList.map(({ ref: _later, ...one }) => one) })),
    )
    const groups = (await row()).content as unknown as FrozenGroup[]
    // a server process that has not read the paper before
    const other = await startApp({ databaseUrl: app.databaseUrl })
    const opened = await other.ok(paper['paper-detail'], { id }, ann)
    expect(idsIn(opened.groups)).toEqual(idsIn(groups))
    await other.ok(paper['hand-exam'], { id, lastAnswers: [{ quId: idsIn(groups)[0]!, answer: { tags: ['A'] } }] }, ann)
    expect(await row()).toMatchObject({ answered: 1 })
    await other.close()
  })
})

describe('a question of a paper', () => {
  test('is reported by its reference, also while the paper is open, and marked after the hand-in', async () => {
    const { id } = await startNewPaper(app, ann, { showAnswer: 'handed' }, { single: 1 })
    const [quId = ''] = idsIn((await open(id)).groups)
    const bankId = (await bankIdsOf(app, id)).get(quId)!
    const report = { quId, kind: 'answer', content: '答案有误' } as const
    await app.ok(quMark.report, report, ann)
    expect(await app.call(quMark.report, report, ann)).toEqual(refusal('reportOpen'))
    const { records } = await app.ok(quMark['report-paging'], { params: {} }, admin)
    expect(records).toMatchObject([{ quId: bankId, content: '答案有误' }])
    await app.ok(paper['hand-exam'], { id }, ann)
    const { repoId } = await app.db.selectFrom('qu').where('id', '=', bankId).select('repoId').executeTakeFirstOrThrow()
    await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
    await app.ok(quMark.favourite, { quId, favourite: true }, ann)
    const favourites = await app.ok(train.start, { repoId, mode: TrainMode.favourites }, ann)
    expect(await app.ok(train.card, { id: favourites.id }, ann)).toMatchObject([{ quId: bankId }])
    // only their own papers: another learner does not find it
    expect((await app.call(quMark.report, report, bob)).code).toBe(errors.notFound[0])
  })
})
