// Which answers a paper accepts: exam-rules.md, *Marking*, "Unknown, duplicate or foreign option ids: reject the save".
import { Answer, type PaperQuestion, QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { checkAnswer, isBlank, isComplete, shapeOf } from './answer.rules.ts'

const items = (letters: string) => letters.split('').map((tag) => ({ tag, content: tag }))
const question = (quType: number, over: Partial<PaperQuestion> = {}): PaperQuestion => ({
  quId: '1',
  quType,
  content: '',
  score: 100,
  answerList: items('ABC'),
  blankCount: 2,
  left: items('AB'),
  right: [...items('ab'), { tag: 'c', content: 'c', reusable: true }],
  subList: [],
  ...over,
})
const { subList: _, ...sub } = question(1)
const composite = question(99, {
  subList: [
    { ...sub, quId: '7' },
    { ...sub, quId: '8', quType: QuType.fillIn },
  ],
})
const check = (quType: number, answer: Answer | null) =>
  checkAnswer(shapeOf(quType === QuType.composite ? composite : question(quType)), answer)

test.each([
  [1, { tags: ['A'] }],
  [1, { tags: [] }],
  [2, { tags: ['C', 'A', 'B'] }],
  [3, { tags: ['B'] }],
  [4, { text: '<p>答</p>' }],
  [5, { blanks: ['甲'] }],
  [5, { blanks: ['', '乙'] }],
  [
    6,
    {
      pairs: [
        ['A', 'b'],
        ['B', 'a'],
      ],
    },
  ],
  [
    6,
    {
      pairs: [
        ['A', 'c'],
        ['B', 'c'],
      ],
    },
  ],
  [99, { subs: { '7': { tags: ['A'] }, '8': null } }],
] as [number, Answer][])('type %i accepts %j, and null', (quType, answer) => {
  expect(check(quType, answer)).toBeNull()
  expect(check(quType, null)).toBeNull()
})

test.each([
  ['unknown option', 1, { tags: ['D'] }, '答案中含有本题没有的选项'],
  ['unknown option beside a known one', 2, { tags: ['A', 'Z'] }, '答案中含有本题没有的选项'],
  ['several letters in one', 2, { tags: ['AB'] }, '答案中含有本题没有的选项'],
  ['empty tag', 2, { tags: [''] }, '答案中含有本题没有的选项'],
  ['duplicate option', 2, { tags: ['A', 'A'] }, '答案中有重复的选项'],
  ['two options for a single', 1, { tags: ['A', 'B'] }, '本题只能选择一个选项'],
  ['two options for true/false', 3, { tags: ['A', 'B'] }, '本题只能选择一个选项'],
  ['extra blanks', 5, { blanks: ['', '', ''] }, '本题只有2个空'],
  ['more than 500 characters a blank', 5, { blanks: ['字'.repeat(501)] }, '每个空最多填写500个字'],
  ['foreign left item', 6, { pairs: [['C', 'a']] }, '答案中含有本题没有的配对项'],
  ['foreign right item', 6, { pairs: [['A', 'd']] }, '答案中含有本题没有的配对项'],
  ['sides swapped', 6, { pairs: [['a', 'A']] }, '答案中含有本题没有的配对项'],
  [
    'left item twice',
    6,
    {
      pairs: [
        ['A', 'a'],
        ['A', 'b'],
      ],
    },
    '同一项只能配对一次',
  ],
  [
    'right item reused though not reusable',
    6,
    {
      pairs: [
        ['A', 'a'],
        ['B', 'a'],
      ],
    },
    '同一个右侧项不能重复使用',
  ],
  ['foreign sub', 99, { subs: { '9': null } }, '答案中含有本题没有的小题'],
  ['fault inside a sub', 99, { subs: { '7': { tags: ['D'] } } }, '答案中含有本题没有的选项'],
  ['form of another type inside a sub', 99, { subs: { '8': { tags: ['A'] } } }, '答案格式与题型不符'],
] as [string, number, Answer, string][])('%s: reject the save', (_, quType, answer, message) => {
  expect(check(quType, answer)?.zh).toBe(message)
})

test('every type refuses the forms of other types', () => {
  const forms: [number[], Answer][] = [
    [[1, 2, 3], { tags: [] }],
    [[4], { text: '' }],
    [[5], { blanks: [] }],
    [[6], { pairs: [] }],
    [[99], { subs: {} }],
  ]
  for (const [own, answer] of forms) {
    for (const quType of [1, 2, 3, 4, 5, 6, 99])
      expect(check(quType, answer)?.zh).toBe(own.includes(quType) ? undefined : '答案格式与题型不符')
  }
})

test('500 characters a blank', () => {
  expect(Answer.safeParse({ blanks: ['字'.repeat(500)] }).success).toBe(true)
  expect(Answer.safeParse({ blanks: ['😀'.repeat(500)] }).success).toBe(true)
  expect(Answer.safeParse({ blanks: ['😀'.repeat(501)] }).success).toBe(false)
  expect(Answer.safeParse({ blanks: ['字'.repeat(501)] }).success).toBe(false)
})

test('Empty answer clears: nothing chosen, typed or matched is blank', () => {
  const empty: (Answer | null)[] = [
    null,
    { tags: [] },
    { text: '<p></p>' },
    { blanks: ['', ' '] },
    { pairs: [] },
    { subs: { '7': null, '8': { blanks: [''] } } },
  ]
  for (const answer of empty) expect(isBlank(answer)).toBe(true)
  const filled: Answer[] = [
    { tags: ['A'] },
    { text: '<img src="/a.png">' },
    { blanks: ['', '0'] },
    { pairs: [['A', 'a']] },
    { subs: { '7': { tags: ['A'] } } },
  ]
  for (const answer of filled) expect(isBlank(answer)).toBe(false)
})

test('progress counts a composite when every sub is answered', () => {
  const shape = shapeOf(composite)
  expect(isComplete(shape, null)).toBe(false)
  expect(isComplete(shape, { subs: { '7': { tags: ['A'] } } })).toBe(false)
  expect(isComplete(shape, { subs: { '7': { tags: ['A'] }, '8': { blanks: [''] } } })).toBe(false)
  expect(isComplete(shape, { subs: { '7': { tags: ['A'] }, '8': { blanks: ['甲'] } } })).toBe(true)
  expect(isComplete(shapeOf(question(5)), { blanks: ['甲', ''] })).toBe(true)
})
