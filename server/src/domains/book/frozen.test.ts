// The wrong-answer book shows the question that was answered, whatever the bank does with it afterwards.
import { book } from '@shuyuan/contract/book/book.ts'
import { examBook } from '@shuyuan/contract/book/exam-book.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { answerAs } from '../paper/fixed.factory.ts'
import { keysOf, setUpExam } from '../paper/exam-setup.factory.ts'
import { runFixes } from '../paper/fix/fix-run.service.ts'
import { makeBank } from '../qu/qu.factory.ts'
import { freezeEntries } from './freeze.service.ts'

const { app, ann, teacher, admin } = await startWith('ann', 'teacher')
const shownAtOnce = { showAnswer: 'handed', showScore: 'handed', tries: 0 } as const

/** Answers every question of a new paper wrong. */
async function sitWrong(counts: Parameters<typeof setUpExam>[2]) {
  const { examId, repoId } = await setUpExam(app.ctx(), shownAtOnce, counts)
  const { id } = await app.ok(paper['create-paper'], { examId }, ann)
  const keys = [...(await keysOf(app, id)).values()]
  const handIn = () =>
    app.ok(paper['hand-exam'], { id, lastAnswers: keys.map((key) => ({ quId: key.quId, answer: answerAs(key, false) })) }, ann)
  return { id, examId, repoId, quIds: keys.map((key) => key.quId), handIn }
}
const entries = async (examId: string) => (await app.ok(book.paging, { params: { examId } }, ann)).records
const detailOf = (id: string) => app.ok(book.detail, { id }, ann)

/** The teacher gives the question another stem, other options and another key. */
async function change(quId: string) {
  const { id, repoId, chapterId, quType, level, tags, version, body } = await app.ok(qu.detail, { id: quId }, teacher)
  const options = (body.options ?? []).map((one, at) => ({ ...one, content: `<p>新选项${at}</p>`, isRight: at === 1 }))
  await app.ok(
    qu.save,
    { id, repoId, chapterId, quType, level, tags, version, body: { ...body, content: '<p>改过的题干</p>', options } },
    teacher,
  )
}

describe('a wrong answer of an exam', () => {
  test('keeps stem, options, key and own answer when the bank changes the question', async () => {
    const { examId, quIds, handIn } = await sitWrong({ single: 1 })
    await handIn()
    const [entry] = await entries(examId)
    const before = await detailOf(entry!.id)
    expect(before.key.right).toEqual(['A'])
    expect(before.question.score).toBe(100)
    await change(quIds[0]!)
    expect(await detailOf(entry!.id)).toEqual(before)
    expect((await entries(examId))[0]).toMatchObject({ title: entry!.title, deleted: false })
    const [printed] = await app.ok(book.print, { examId, answers: true }, ann)
    expect(printed).toMatchObject({ question: { content: before.question.content }, key: { right: ['A'] } })
  })

  test('stays when the question is deleted, and when its bank is', async () => {
    const { examId, repoId, quIds, handIn } = await sitWrong({ multiple: 1 })
    await handIn()
    const [entry] = await entries(examId)
    const before = await detailOf(entry!.id)
    const all = await app.db.selectFrom('qu').where('repoId', '=', repoId).select('id').execute()
    await app.ok(qu.delete, { ids: all.map((one) => one.id) }, teacher)
    expect(await entries(examId)).toMatchObject([{ quId: quIds[0], deleted: true, title: entry!.title }])
    expect((await app.ok(examBook.paging, { params: { examId } }, ann)).total).toBe(1)
    expect((await detailOf(entry!.id)).question).toEqual(before.question)
    // the training has nothing to ask
    expect((await app.call(train.start, { repoId, mode: TrainMode.wrong, scope: `e${examId}` }, ann)).code).not.toBe(0)
    await app.db.deleteFrom('tmplDraw').where('repoId', '=', repoId).execute()
    await app.ok(repo.delete, { ids: [repoId] }, admin)
    expect(await entries(examId)).toMatchObject([{ quId: quIds[0], repoId_dictText: '已删除的题库' }])
    expect(await detailOf(entry!.id)).toMatchObject({ question: before.question, key: before.key, answer: before.answer })
  })

  test('comes in although the question was deleted during the exam', async () => {
    const { examId, quIds, handIn } = await sitWrong({ single: 1, matching: 1 })
    await app.ok(qu.delete, { ids: quIds }, teacher)
    await handIn()
    expect(await entries(examId)).toHaveLength(2)
  })

  test('shows the key as corrected since', async () => {
    const { examId, quIds, handIn } = await sitWrong({ multiple: 1 })
    await handIn()
    const [entry] = await entries(examId)
    const { answer } = await detailOf(entry!.id)
    const right = answer && 'tags' in answer && answer.tags[0] === 'C' ? ['D'] : ['A']
    const draft = { examId, quId: quIds[0]!, how: 'key' as const, key: { right } }
    const { token } = await app.ok(fix.preview, draft, admin)
    await app.ok(fix.commit, { ...draft, token, reason: '答案有误' }, admin)
    await runFixes(app.app)
    expect((await detailOf(entry!.id)).key.right).toEqual(right)
  })
})

describe('a wrong answer of a training', () => {
  test('keeps what was answered; the next training asks the question of today', async () => {
    const bank = await makeBank(app.ctx(), { single: 1, matching: 1 })
    await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', bank.repoId).execute()
    const { id: trainId } = await app.ok(train.start, { repoId: bank.repoId, mode: TrainMode.inOrder }, ann)
    const [single = '', matching = ''] = [...bank.single, ...bank.matching]
    await app.ok(train.fill, { trainId, quId: single, answer: { tags: ['B'] } }, ann)
    const asked = await app.ok(train['qu-detail'], { trainId, quId: matching }, ann)
    expect(asked.score).toBe(100)
    const tagOf = (text: string) => asked.right.find((one) => one.content === `<p>${text}</p>`)!.tag
    await app.ok(train.fill, { trainId, quId: matching, answer: { pairs: [['A', tagOf('等')]] } }, ann)
    const pairs = await app.ok(book.detail, { quId: matching }, ann)
    expect(pairs).toMatchObject({
      answer: { pairs: [['A', 'b']] },
      key: {
        pairs: [
          ['A', 'a'],
          ['B', 'b'],
        ],
      },
    })
    expect(pairs.question.right.map((one) => one.content)).toEqual(['<p>停</p>', '<p>等</p>', '<p>行</p>'])
    await change(single)
    expect(await app.ok(book.detail, { quId: single }, ann)).toMatchObject({
      question: { content: '<p>single 1</p>' },
      answer: { tags: ['B'] },
      key: { right: ['A'] },
    })
    const again = await app.ok(train.start, { repoId: bank.repoId, mode: TrainMode.wrong }, ann)
    expect((await app.ok(train['qu-detail'], { trainId: again.id, quId: single }, ann)).content).toBe('<p>改过的题干</p>')
  })
})

test('entries of earlier releases get the version that was answered, from paper, training or the time of the answer', async () => {
  const { examId, quIds, handIn } = await sitWrong({ single: 1, fillIn: 1 })
  await handIn()
  await entries(examId)
  const bank = await makeBank(app.ctx(), { single: 2 })
  await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', bank.repoId).execute()
  const { id: trainId } = await app.ok(train.start, { repoId: bank.repoId, mode: TrainMode.inOrder }, ann)
  for (const quId of bank.single) await app.ok(train.fill, { trainId, quId, answer: { tags: ['B'] } }, ann)
  await app.db.deleteFrom('trainAnswer').where('quId', '=', bank.single[1]!).execute()
  const concerned = [...quIds, ...bank.single]
  const before = await Promise.all(concerned.map((quId) => app.ok(book.detail, { quId }, ann)))
  app.clock.advance(60)
  for (const quId of [quIds[0]!, ...bank.single]) await change(quId)
  // as an earlier release left them
  await app.db.updateTable('bookQu').set({ version: null }).execute()
  await app.db.deleteFrom('bookFrozen').execute()
  expect((await app.ok(book.detail, { quId: bank.single[0]! }, ann)).question.content).toBe('<p>改过的题干</p>')
  await app.db.updateTable('bookFreeze').set({ doneTo: '0' }).execute()
  expect(await freezeEntries(app.app)).toBeGreaterThanOrEqual(4)
  expect(await freezeEntries(app.app)).toBe(0)
  for (const [at, quId] of concerned.entries()) expect(await app.ok(book.detail, { quId }, ann)).toEqual(before[at])
  const { missing } = await app.db
    .selectFrom('bookQu')
    .where('version', 'is', null)
    .select((e) => e.fn.countAll<string>().as('missing'))
    .executeTakeFirstOrThrow()
  expect(missing).toBe('0')
})
