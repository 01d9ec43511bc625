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
const { subList: _, ...sub } = question(QuType.single)
const composite = question(QuType.composite, {
  subList: [
    { ...sub, quId: '7' },
    { ...sub, quId: '8', quType: QuType.fillIn },
  ],
})
const check = (quType: number, answer: Answer | null) =>
  checkAnswer(shapeOf(quType === QuType.composite ? composite : question(quType)), answer)

test.each([
  [QuType.single, { tags: ['A'] }],
  [QuType.single, { tags: [] }],
  [QuType.multiple, { tags: ['C', 'A', 'B'] }],
  [QuType.trueFalse, { tags: ['B'] }],
  [QuType.shortAnswer, { text: '<p>答</p>' }],
  [QuType.fillIn, { blanks: ['甲'] }],
  [QuType.fillIn, { blanks: ['', '乙'] }],
  [
    QuType.matching,
    {
      pairs: [
        ['A', 'b'],
        ['B', 'a'],
      ],
    },
  ],
  [
    QuType.matching,
    {
      pairs: [
        ['A', 'c'],
        ['B', 'c'],
      ],
    },
  ],
  [QuType.composite, { subs: { '7': { tags: ['A'] }, '8': null } }],
] as [number, Answer][])('type %i accepts %j, and null', (quType, answer) => {
  expect(check(quType, answer)).toBeNull()
  expect(check(quType, null)).toBeNull()
})

test.each([
  ['unknown option', QuType.single, { tags: ['D'] }, '答案中含有本题没有的选项'],
  ['unknown option beside a known one', QuType.multiple, { tags: ['A', 'Z'] }, '答案中含有本题没有的选项'],
  ['several letters in one', QuType.multiple, { tags: ['AB'] }, '答案中含有本题没有的选项'],
  ['empty tag', QuType.multiple, { tags: [''] }, '答案中含有本题没有的选项'],
  ['duplicate option', QuType.multiple, { tags: ['A', 'A'] }, '答案中有重复的选项'],
  ['two options for a single', QuType.single, { tags: ['A', 'B'] }, '本题只能选择一个选项'],
  ['two options for true/false', QuType.trueFalse, { tags: ['A', 'B'] }, '本题只能选择一个选项'],
  ['extra blanks', QuType.fillIn, { blanks: ['', '', ''] }, '本题只有2个空'],
  ['more than 500 characters a blank', QuType.fillIn, { blanks: ['字'.repeat(501)] }, '每个空最多填写500个字'],
  ['foreign left item', QuType.matching, { pairs: [['C', 'a']] }, '答案中含有本题没有的配对项'],
  ['foreign right item', QuType.matching, { pairs: [['A', 'd']] }, '答案中含有本题没有的配对项'],
  ['sides swapped', QuType.matching, { pairs: [['a', 'A']] }, '答案中含有本题没有的配对项'],
  [
    'left item twice',
    QuType.matching,
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
    QuType.matching,
    {
      pairs: [
        ['A', 'a'],
        ['B', 'a'],
      ],
    },
    '同一个右侧项不能重复使用',
  ],
  ['foreign sub', QuType.composite, { subs: { '9': null } }, '答案中含有本题没有的小题'],
  ['fault inside a sub', QuType.composite, { subs: { '7': { tags: ['D'] } } }, '答案中含有本题没有的选项'],
  ['form of another type inside a sub', QuType.composite, { subs: { '8': { tags: ['A'] } } }, '答案格式与题型不符'],
] as [string, number, Answer, string][])('%s: reject the save', (_, quType, answer, message) => {
  expect(check(quType, answer)?.zh).toBe(message)
})

test('every type refuses the forms of other types', () => {
  const forms: [number[], Answer][] = [
    [[QuType.single, QuType.multiple, QuType.trueFalse], { tags: [] }],
    [[QuType.shortAnswer], { text: '' }],
    [[QuType.fillIn], { blanks: [] }],
    [[QuType.matching], { pairs: [] }],
    [[QuType.composite], { subs: {} }],
  ]
  for (const [own, answer] of forms) {
    for (const quType of Object.values(QuType))
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
  expect(isComplete(shapeOf(question(QuType.fillIn)), { blanks: ['甲', ''] })).toBe(true)
})
