// The late answers that a candidate sees, and equal receipts of repeated hand-ins.
import { late, LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { openNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import { rightAnswer } from '../../exam-setup.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')

describe('an answer that came too late', () => {
  test('is named on the result with its time limit, and the candidate asks once for a decision', async () => {
    const { id, session, keys } = await openNewPaper(app, ann, { minutes: 10 }, { single: 2 })
    const save = (at: number, seq: number) =>
      app.call(paper['fill-answer'], { paperId: id, session, quId: keys[at]!.quId, answer: rightAnswer(keys[at]!), seq }, ann)
    expect((await save(0, 1)).code).toBe(0)
    app.clock.advance(700)
    expect((await save(1, 1)).code).toBe(errors.paperClosed[0])
    // sent again with the hand-in
    const last = { quId: keys[1]!.quId, answer: rightAnswer(keys[1]!), seq: 1 }
    expect(await app.ok(paper['hand-exam'], { id, session, lastAnswers: [last] }, ann)).toMatchObject({ answered: 1, late: 1 })
    const result = await app.ok(paper['paper-result'], { id }, ann)
    expect(result.late).toMatchObject({ count: 1, asked: false })
    expect(result.late!.until.slice(0, 10) > result.handTime!.slice(0, 10)).toBe(true)
    expect(await app.call(late.ask, { paperId: id }, bob)).toEqual(refusal('notFound'))
    await app.ok(late.ask, { paperId: id }, ann)
    await app.ok(late.ask, { paperId: id }, ann)
    const sent = await app.db
      .selectFrom('sysMsg')
      .where('refType', '=', 'latePaper')
      .where('refId', '=', id)
      .where('title', 'like', '%迟到%')
      .select('id')
      .execute()
    expect(sent).toHaveLength(1)
    expect((await app.ok(paper['paper-result'], { id }, ann)).late).toMatchObject({ asked: true })
    const { records } = await app.ok(late.paging, { params: { paperId: id, state: LateState.waiting } }, admin)
    await app.ok(late.accept, { ids: records.map((one) => one.id) }, admin)
    expect(await app.ok(paper['paper-result'], { id }, ann)).toMatchObject({ late: null, score: 4 })
    expect(await app.call(late.ask, { paperId: id }, ann)).toEqual(refusal('notFound'))
  })

  test('is not mentioned where every answer was in time', async () => {
    const { id, session, keys } = await openNewPaper(app, ann, {}, { single: 1 })
    const last = { quId: keys[0]!.quId, answer: rightAnswer(keys[0]!), seq: 1 }
    expect(await app.ok(paper['hand-exam'], { id, session, lastAnswers: [last] }, ann)).toMatchObject({ late: 0 })
    expect((await app.ok(paper['paper-result'], { id }, ann)).late).toBeNull()
  })
})

test('ten parallel hand-ins of an objective paper return equal receipts', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, session, keys } = await openNewPaper(app, ann, {})
    const lastAnswers = keys.map((key) => ({ quId: key.quId, answer: rightAnswer(key), seq: 1 }))
    const receipts = await Promise.all(Array.from({ length: 10 }, () => app.ok(paper['hand-exam'], { id, session, lastAnswers }, ann)))
    expect(receipts[0]).toMatchObject({ state: PaperState.done, waitReview: false })
    for (const receipt of receipts) expect(receipt).toEqual(receipts[0])
  }
})

describe('a blank', () => {
  test('may have 500 characters, also such as take two UTF-16 units; one more is refused with words', async () => {
    const { id, session, keys } = await openNewPaper(app, ann, {}, { fillIn: 1 })
    const fill = (text: string, seq: number) =>
      app.call(paper['fill-answer'], { paperId: id, session, quId: keys[0]!.quId, answer: { blanks: [text] }, seq }, ann)
    expect((await fill('😀'.repeat(500), 1)).code).toBe(0)
    const tooLong = { code: errors.badInput[0], msg: '每个空最多填写500个字' }
    expect(await fill('😀'.repeat(501), 2)).toMatchObject(tooLong)
    expect(await fill('字'.repeat(501), 3)).toMatchObject(tooLong)
    expect(await fill('字'.repeat(3_000), 4)).toMatchObject(tooLong)
    expect((await app.ok(paper['paper-detail'], { id }, ann)).answers).toMatchObject([{ answer: { blanks: ['😀'.repeat(500)] } }])
  })
})
