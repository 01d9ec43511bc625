// Explanations over HTTP: of what the learner may see, from courses that they may open, never while they sit an exam, and within their budget.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { TrainMode, train } from '@shuyuan/contract/train/train.ts'
import { expect, test } from 'vitest'
import { startAssist } from '../../../../test/assist-site.ts'
import { handIn, startPaper, takePaper } from '../../../../test/papers.ts'
import { code } from '../../../../test/refusal.ts'
import { slideDeck } from '../../../../test/slide-deck.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse } from '../../course/course.factory.ts'
import { makeExam } from '../../exam/exam.factory.ts'
import { answerAs } from '../../paper/fixed.factory.ts'
import { makeQuestion } from '../../qu/qu.factory.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'

const { app, admin, ann, bob, on, useRules, useVendor, answer, sentAfter, sentSoFar } = await startAssist('ann', 'bob')

const TEXT = '冷菜间每天消毒。冷菜存放不得超过2小时，超过的要倒掉。联系人 13812345678。'
/** Slides, the first without text: the text stands on page 2. */
const deck = (title: string, text: string) => slideDeck(app, title, ['', text])
const fileId = await deck('冷菜操作规范', TEXT)
const courseId = await makeCourse(app.ctx(), { title: '食品安全', files: [{ fileId, minSec: 60 }] })
const secretId = await deck('内部规范', '冷菜存放不得超过2小时，这是只给内部人员看的规范。')
await makeCourse(app.ctx(), {
  title: '内部课程',
  openType: OpenType.persons,
  userIds: [admin.id],
  files: [{ fileId: secretId, minSec: 60 }],
})

const { id: repoId } = await makeRepo(app.ctx(), { title: '食品安全题库', isTrain: true })
const option = (tag: string, text: string, isRight: boolean) => ({ tag, content: `<p>${text}</p>`, isRight })
const quId = await makeQuestion(app.ctx(), {
  repoId,
  quType: QuType.single,
  content: '冷菜最多存放多久？',
  body: {
    analysis: '<p>超过两小时细菌会大量繁殖。</p>',
    options: [option('A', '2小时', true), option('B', '一天', false)],
  },
})
const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '全部', mode: 'fixed', quList: [{ quId, score: 200 }], draws: [] }] })
const examId = await makeExam(app.ctx(), { tmplId, passScore: 200, showAnswer: 'handed' })

/** A wrong answer of a new paper, as its result names it. */
async function wrong(who: Person, exam = examId) {
  const id = await takePaper(app, who, exam, (key) => answerAs(key, false))
  const { groups } = await app.ok(paper['paper-result'], { id }, who)
  return { scene: 'paper' as const, ref: id, quId: groups[0]!.quList[0]!.quId }
}
const good = { parts: [{ text: '规定是两小时。', source: 1, quote: '冷菜存放不得超过2小时' }] }

test('it is off until a site switches it on', async () => {
  await useRules()
  const of = await wrong(ann)
  expect((await app.ok(assist.state, {}, ann)).explain).toBe(false)
  expect((await app.call(assistExplain.explain, of, ann)).code).toBe(code('assistOff'))
  await on({ explain: true })
  expect(await app.ok(assist.state, {}, ann)).toMatchObject({ explain: true, questions: false, improve: false, mark: false })
})

test('by rules: from the own explanation and the course that the learner may open', async () => {
  await on({ explain: true })
  await useRules()
  await app.runJobs('assist.text.read')
  const found = await app.ok(assistExplain.explain, await wrong(ann), ann)
  expect(found).toMatchObject({ basis: 'course', byRules: true })
  expect(found.parts[0]).toEqual({ text: '超过两小时细菌会大量繁殖。', cite: null })
  expect(found.cites).toEqual([
    {
      courseId,
      courseTitle: '食品安全',
      fileId,
      title: '冷菜操作规范',
      page: 2,
      quote: '冷菜存放不得超过2小时，超过的要倒掉。',
    },
  ])
})

test('a model gets the question, the answer and open courses, without names, and the log keeps no answer', async () => {
  await on({ explain: true })
  await useVendor()
  await app.runJobs('assist.text.read')
  answer(good)
  const before = sentSoFar()
  const found = await app.ok(assistExplain.explain, await wrong(ann), ann)
  expect(found).toMatchObject({
    basis: 'course',
    byRules: false,
    parts: [{ text: '规定是两小时。', cite: 0 }],
    cites: [{ courseId, fileId }],
  })
  const sent = sentAfter(before)
  expect(sent).toContain('冷菜间每天消毒')
  for (const hidden of ['内部人员', '安安', 'ann', '13812345678', ann.token]) expect(sent).not.toContain(hidden)
  const [call] = (await app.ok(assistCall.paging, { params: { kind: 'explain' } }, admin)).records
  expect(call).toMatchObject({ userName: 'ann', state: 'done' })
  expect((await app.ok(assistCall.detail, { id: call!.id }, admin)).sent).toContain('【本人的答案，')
  // the same error of another learner costs nothing
  const again = sentSoFar()
  expect(await app.ok(assistExplain.explain, await wrong(bob), bob)).toEqual(found)
  expect(sentSoFar()).toBe(again)
})

/** The question in the learner's book. */
async function booked(who: Person) {
  const [entry] = (await app.ok(book.paging, { params: {} }, who)).records
  return { scene: 'book' as const, ref: entry!.id, quId }
}
/** The question in a training, not answered yet. */
const inTraining = async (who: Person) => ({
  scene: 'train' as const,
  ref: (await app.ok(train.start, { repoId, mode: TrainMode.inOrder }, who)).id,
  quId,
})
/** Answered wrong in a training. */
async function trained(who: Person) {
  const of = await inTraining(who)
  await app.ok(train.fill, { trainId: of.ref, quId, answer: { tags: ['B'] } }, who)
  return of
}

test('in the book and in a training as well', async () => {
  await on({ explain: true })
  await useRules()
  expect(await app.ok(assistExplain.explain, await booked(ann), ann)).toMatchObject({ basis: 'course' })
  expect((await app.call(assistExplain.explain, await inTraining(ann), ann)).code).toBe(code('assistKeyHidden'))
  expect(await app.ok(assistExplain.explain, await trained(ann), ann)).toMatchObject({ basis: 'course' })
})

test('what another person answered, and what is not released, is refused', async () => {
  await on({ explain: true })
  await useRules()
  const of = await wrong(ann)
  expect((await app.call(assistExplain.explain, of, bob)).code).toBe(code('notFound'))
  expect((await app.call(assistExplain.explain, { ...of, quId: '1' }, await app.as('ann'))).code).toBe(code('notFound'))
  const hidden = await makeExam(app.ctx(), { tmplId, passScore: 200, showAnswer: 'never' })
  expect((await app.call(assistExplain.explain, await wrong(ann, hidden), await app.as('ann'))).code).toBe(code('assistKeyHidden'))
})

test('while a paper of the learner is open nothing is explained', async () => {
  await on({ explain: true })
  await useRules()
  const of = await wrong(bob)
  const { id } = await startPaper(app, bob, examId)
  expect((await app.call(assistExplain.explain, of, await app.as('bob'))).code).toBe(code('assistSitting'))
  await handIn(app, bob, id)
  expect((await app.call(assistExplain.explain, of, await app.as('bob'))).code).toBe(0)
})

test('the budget is that of learners', async () => {
  await on({ explain: true, learnerTokens: 100 })
  await useVendor()
  await app.db.deleteFrom('assistExplained').execute()
  const of = await wrong(ann)
  expect((await app.call(assistExplain.explain, of, await app.as('ann'))).code).toBe(code('assistBudget'))
  await on({ explain: true, learnerTokens: 0, userTokens: 100 })
  answer(good)
  expect((await app.call(assistExplain.explain, of, await app.as('ann'))).code).toBe(0)
})

test('a file that is replaced is read anew, and its old text is no source', async () => {
  await on({ explain: true })
  await app.db.updateTable('assistText').set({ fileUrl: 'old' }).execute()
  await app.runJobs('assist.text.read')
  expect(await app.db.selectFrom('assistText').where('fileUrl', '=', 'old').select('courseFileId').execute()).toEqual([])
  const passages = await app.db.selectFrom('assistPassage').select('courseFileId').execute()
  expect(passages).toHaveLength(2)
})

test('a question of a bank that is kept from the assistant is not sent from any page', async () => {
  await on({ explain: true, learnerTokens: 0 })
  await useVendor()
  answer(good)
  const [inPaper, inBook, inTraining] = [await wrong(bob), await booked(bob), await trained(bob)]
  const before = sentSoFar()
  const codes = async () => {
    const who = await app.as('bob')
    const found = []
    for (const body of [inPaper, inBook, inTraining]) found.push((await app.call(assistExplain.explain, body, who)).code)
    return found
  }
  await app.db.updateTable('repo').set({ assist: false }).where('id', '=', repoId).execute()
  expect(await codes()).toEqual([code('assistBank'), code('assistBank'), code('assistBank')])
  expect(sentSoFar()).toBe(before)
  await app.db.updateTable('repo').set({ assist: true }).where('id', '=', repoId).execute()
  expect(await codes()).toEqual([0, 0, 0])
})
