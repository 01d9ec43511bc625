import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { describe, expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { keysByReference, rightAnswer } from '../../exam-setup.factory.ts'

const HIDDEN = errors.questionHidden[0]
const { app, ann } = await startWith('ann')

async function startPaper(stepBack: boolean) {
  const { id } = await startNewPaper(app, ann, { stepMode: true, stepBack, passScore: 100 }, { single: 2, composite: 1, fillIn: 1 })
  const open = () => app.ok(paper['paper-detail'], { id }, ann.token)
  const { session, groups } = await open()
  const quIds = groups.flatMap((group) => group.quList.map((one) => one.quId))
  const keys = await keysByReference(app, id)
  const question = (at: number) => app.call(paper['qu-detail'], { paperId: id, quId: quIds[at]! }, ann.token)
  const fill = (at: number, seq = 1, by = session) => {
    const quId = quIds[at]!
    return app.call(paper['fill-answer'], { paperId: id, session: by, quId, answer: rightAnswer(keys.get(quId)!), seq }, ann.token)
  }
  const shown = async () =>
    (await open()).groups.flatMap((group) => group.quList).map((one) => one.content !== '' || one.subList.length > 0)
  return { id, session, quIds, keys, question, fill, open, shown }
}

describe('question by question', () => {
  test('returns the content of the current question only, in order', async () => {
    const { question, shown, open } = await startPaper(false)
    expect(await shown()).toEqual([true, false, false, false])
    const { groups, rules } = await open()
    expect(rules).toMatchObject({ stepMode: true, stepBack: false, stepAt: 0 })
    expect(JSON.stringify(groups.flatMap((group) => group.quList).slice(1))).not.toMatch(/<p>|"tag"/)
    expect((await question(2)).code).toBe(HIDDEN)
    expect((await question(0)).data.content).not.toBe('')
    const next = await Promise.all([question(1), question(1)])
    expect(next.map((one) => one.code)).toEqual([0, 0])
    expect(await shown()).toEqual([false, true, false, false])
    expect((await open()).rules.stepAt).toBe(1)
    expect((await question(3)).code).toBe(HIDDEN)
  })

  test('without going back accepts answers to the current question only', async () => {
    const { id, question, fill, quIds, keys, session } = await startPaper(false)
    expect((await fill(1)).code).toBe(HIDDEN)
    expect((await fill(0)).data.saved).toMatchObject([{ state: 'saved' }])
    await question(1)
    expect((await fill(0, 2)).code).toBe(HIDDEN)
    expect((await question(0)).code).toBe(HIDDEN)
    const last = (at: number) => ({ quId: quIds[at]!, answer: rightAnswer(keys.get(quIds[at]!)!), seq: 9 })
    expect((await app.call(paper['hand-exam'], { id, session, lastAnswers: [last(0), last(1)] }, ann.token)).code).toBe(HIDDEN)
    const receipt = await app.ok(paper['hand-exam'], { id, session, lastAnswers: [last(1)] }, ann.token)
    expect(receipt).toMatchObject({ answered: 2, total: 4 })
    // a repeated hand-in still gets the same receipt
    expect(await app.ok(paper['hand-exam'], { id, session, lastAnswers: [last(1)] }, ann.token)).toEqual(receipt)
  })

  test('with going back allowed shows earlier questions, but no later ones', async () => {
    const { question, fill, open } = await startPaper(true)
    await fill(0)
    await question(1)
    await question(2)
    expect((await question(0)).data).toMatchObject({ answer: { tags: [expect.any(String)] } })
    expect((await fill(0, 2)).code).toBe(0)
    expect((await fill(3)).code).toBe(HIDDEN)
    expect((await open()).rules).toMatchObject({ stepAt: 2, stepBack: true })
  })

  test('cannot be bypassed by a save without a session or with an unknown question', async () => {
    const { id, quIds, keys } = await startPaper(false)
    const answer = rightAnswer(keys.get(quIds[0]!)!)
    expect((await app.call(paper['fill-answer'], { paperId: id, quId: quIds[0]!, answer }, ann.token)).code).not.toBe(0)
    expect((await app.call(paper['qu-detail'], { paperId: id, quId: '999999' }, ann.token)).code).not.toBe(0)
  })

  test('keeps the mode with which the paper started when the exam changes', async () => {
    const { id, question } = await startPaper(false)
    const { examId } = await app.db.selectFrom('paper').where('id', '=', id).select('examId').executeTakeFirstOrThrow()
    await app.db.updateTable('exam').set({ stepMode: false }).where('id', '=', examId).execute()
    expect((await question(2)).code).toBe(HIDDEN)
  })
})
