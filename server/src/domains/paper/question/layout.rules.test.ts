import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { everyQuestion } from '../../../../test/every-question.ts'
import { type ArrangedGroup, type BankQuestion, freezePaper, keysIn, shownIn } from './freeze.rules.ts'
import { arrangedBy, layoutOf, type PaperLayout } from './layout.rules.ts'
import { seededRandom } from './random.rules.ts'

const bank = everyQuestion.map(({ question: { quType, body } }, at): BankQuestion => {
  return { id: String(at + 1), version: 2, quType, body: QuestionBody.parse(body) }
})
/** As the database gives it back. */
const stored = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T
const askedIn = (groups: readonly ArrangedGroup[]) => groups.flatMap((group) => group.questions.map((one) => one.question))

test('a stored paper with every type of question is the paper that was drawn', () => {
  const half = Math.floor(bank.length / 2)
  const chosen = [
    { title: '一', questions: bank.slice(0, half).map((question) => ({ question, score: 200 })) },
    { title: '空', questions: [] },
    { title: '二', questions: bank.slice(half).map((question, at) => ({ question, score: 100 + at })) },
  ]
  for (let seed = 0; seed < 20; seed++) {
    const { groups } = freezePaper(chosen, { quShuffle: seed % 2 === 0, optionShuffle: seed % 3 !== 0 }, seededRandom(seed))
    const again = arrangedBy(stored(layoutOf(groups)), stored(askedIn(groups)))
    expect(shownIn(again)).toEqual(shownIn(groups))
    expect(keysIn(again)).toEqual(keysIn(groups))
  }
})

test('form 1 says what it said when it was introduced', () => {
  const items = (tags: string) => Array.from(tags, (tag) => ({ tag, content: `项${tag}` }))
  const option = (tag: string) => ({ tag, content: `项${tag}`, isRight: tag === 'A', ...(tag === 'B' ? { points: 50 } : {}) })
  const single = { content: '单', options: ['A', 'B', 'C'].map(option), analysis: '因' }
  const matching = {
    content: '配',
    left: items('AB'),
    right: items('abc').map((one) => ({ ...one, reusable: one.tag === 'c' })),
    pairs: [
      ['A', 'c'],
      ['B', 'a'],
    ],
  }
  const composite = {
    content: '合',
    subs: [
      { id: 's1', quType: QuType.single, weight: 1, ...single },
      { id: 's2', quType: QuType.matching, weight: 2, ...matching },
    ],
  }
  const asked = [
    { id: '7', version: 3, quType: QuType.single, body: QuestionBody.parse(single) },
    { id: '8', version: 1, quType: QuType.single, body: QuestionBody.parse(single) },
    { id: '9', version: 1, quType: QuType.composite, body: QuestionBody.parse(composite) },
  ]
  const layout: PaperLayout = {
    form: 1,
    groups: [
      { title: '一', count: 2, scores: [200, 300], orders: 'CAB ' },
      { title: '二', count: 1, scores: 100, orders: ';BAC;/CAB' },
    ],
  }
  const groups = arrangedBy(layout, asked)
  const [first, second] = shownIn(groups, ['111111111111111111', '222222222222222222', '333333333333333333'])
  expect(first).toMatchObject({ title: '一', quCount: 2, perScore: null, totalScore: 500 })
  expect(first!.quList.map(({ quId, sort, ref, score }) => [quId, sort, ref, score])).toEqual([
    ['7', 1, '111111111111111111', 200],
    ['8', 2, '222222222222222222', 300],
  ])
  const lettered = (contents: string[], letters: string) => contents.map((content, at) => ({ tag: letters[at], content }))
  expect(first!.quList.map((one) => one.answerList)).toEqual([
    lettered(['项C', '项A', '项B'], 'ABC'),
    lettered(['项A', '项B', '项C'], 'ABC'),
  ])
  expect(second).toMatchObject({ perScore: 100, totalScore: 100 })
  const [choice, pairs] = second!.quList[0]!.subList
  expect(choice).toMatchObject({ quId: 's1', score: 33, answerList: lettered(['项B', '项A', '项C'], 'ABC') })
  expect(pairs).toMatchObject({
    quId: 's2',
    score: 67,
    left: lettered(['项A', '项B'], 'AB'),
    right: lettered(['项c', '项a', '项b'], 'abc'),
  })
  const [one, two, three] = keysIn(groups)
  expect(one).toMatchObject({ quId: '7', version: 3, score: 200, right: ['B'], points: { C: 50 }, origin: { A: 'C', B: 'A', C: 'B' } })
  expect(two).toMatchObject({ quId: '8', score: 300, right: ['A'], points: { B: 50 }, analysis: '因' })
  expect(three!.subs).toMatchObject([
    { quId: 's1', score: 33, right: ['B'], origin: { A: 'B', B: 'A', C: 'C' } },
    {
      quId: 's2',
      score: 67,
      reusable: ['a'],
      pairs: [
        ['A', 'a'],
        ['B', 'b'],
      ],
    },
  ])
})
