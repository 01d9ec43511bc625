// A question written in each format means the same when it is read again.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { judge, type Portable } from './exchange.rules.ts'
import { picture } from '../../../../test/every-question.ts'
import { type Read, trips } from '../../../../test/format-trips.ts'

const option = (tag: string, content: string, isRight: boolean, more: object = {}) => ({ tag, content, isRight, ...more })
const signs = [option('A', '<p>a = b ~ {c} # \\frac{1}{2}</p>', true), option('B', '<p>第二行\\n不换行</p>', false)]
const pictured = [option('A', `<p>甲 &amp; ]]&gt; <img src="${picture}" alt="" /></p>`, true), option('B', '<p>乙</p>', false)]
const pinned = [
  option('A', `<p>甲 &lt; 乙<br /><img src="${picture}" alt="" /></p>`, true, { pinned: true }),
  option('B', '<p>公式 <span data-type="inline-math" data-latex="a&lt;b"></span></p>', false),
]
const third = option('C', '<p>丙</p>', true)
const items = (tags: string, ...texts: string[]) => texts.map((text, at) => ({ tag: tags.charAt(at), content: `<p>${text}</p>` }))
const crossed: [string, string][] = [
  ['A', 'b'],
  ['B', 'a'],
]
const shared = {
  left: items('AB', '甲', '乙'),
  right: items('ab', '一', '二').map((one, at) => (at === 0 ? { ...one, reusable: true } : one)),
  pairs: [
    ['A', 'a'],
    ['B', 'a'],
  ] as [string, string][],
}
/** Questions that a format cannot express completely; the test of the format checks the reported losses. */
const beyond: Record<string, string[]> = {
  gift: ['picture', 'pinned', 'model', 'case counts', 'several gaps', 'gap with signs', 'composite'],
  moodle: ['pinned', 'composite'],
  qti: ['case counts'],
  qti12: ['several gaps', 'gap with signs', 'composite', 'choice with', 'choice in shares'],
  word: ['choice with', 'choice in shares', 'number', 'case counts', 'several gaps', 'pairs', 'used twice', 'composite'],
  xlsx: [],
}

const questions: [name: string, quType: number, body: Portable['body'], more?: Partial<Portable>][] = [
  [
    'single choice with signs',
    1,
    { content: '<p>哪一个：对？</p>', analysis: '<p>解析 #1</p>', options: signs },
    { chapter: '电/气', tags: ['a]b'] },
  ],
  ['single choice with a picture', 1, { content: '<p>单选 “题”</p>', options: pictured }, { tags: ['必考 <1>'] }],
  [
    'single choice with a pinned option',
    1,
    { content: '<p>单选</p>', analysis: '<p>解析</p>', options: pinned },
    { chapter: '电气 & 消防', level: QuLevel.hard },
  ],
  ['multiple choice in shares', 2, { content: '<p>哪些</p>', options: [...signs, third], rule: { multiple: 'share' } }],
  ['multiple choice with a picture', 2, { content: '<p>多选</p>', options: [...pictured, third], rule: { multiple: 'share' } }],
  ['multiple choice with a pinned option', 2, { content: '<p>多选</p>', options: [...pinned, third], rule: { multiple: 'share' } }],
  ['true or false', 3, { content: '<p>水能灭油火。</p>', options: [option('A', '<p>正确</p>', false), option('B', '<p>错误</p>', true)] }],
  ['short answer', 4, { content: '<p>简述</p>' }],
  ['short answer with a model', 4, { content: '<p>简述</p>', modelAnswer: '<p>要点</p>' }],
  ['one gap', 5, { content: '<p>火警 ____ 号</p>', blanks: [{ answer: '119||一一九' }] }],
  ['a number', 5, { content: '<p>沸点 ____ 度</p>', blanks: [{ answer: '100', compare: 'number', tolerance: 0.5 }] }],
  ['case counts', 5, { content: '<p>火警电话</p>', blanks: [{ answer: '119||一一九', caseSensitive: true }] }],
  [
    'several gaps',
    5,
    { content: '<p>火警 ____，水的化学式 ____</p>', blanks: [{ answer: '119||一一九' }, { answer: 'H2O', caseSensitive: true }] },
  ],
  [
    'a gap with signs and a number',
    5,
    { content: '<p>火警 ____，沸点 ____</p>', blanks: [{ answer: '1=9||a~b' }, { answer: '100', compare: 'number', tolerance: 1 }] },
  ],
  [
    'pairs and a right side too many',
    6,
    { content: '<p>配对</p>', left: items('AB', '甲', '乙'), right: items('abc', '一', '二', '三'), pairs: crossed },
  ],
  ['a right side used twice', 6, { content: '<p>配对</p>', ...shared }],
  [
    'composite',
    99,
    {
      content: '<p>材料</p>',
      subs: [
        { id: '1', quType: QuType.single, content: '<p>第一问</p>', options: [pinned[0]!, option('B', '<p>乙</p>', false)] },
        { id: '2', quType: QuType.fillIn, content: '<p>第二问 ____</p>', blanks: [{ answer: '水' }] },
        { id: '3', quType: QuType.matching, content: '<p>第三问</p>', ...shared },
      ],
    },
  ],
]

/** Compares matching by the items' content, as a format may rename and reorder the right side, and composites by fingerprint. */
function meaningOf(question: Read) {
  const { problems, body, fingerprint } = judge({ row: 1, problems: [], ...question })
  expect(problems).toEqual([])
  if (body.subs.length > 0) return { fingerprint }
  const { left, right, pairs, ...rest } = body
  const named = pairs.map(([tag, partner]) => [tag, right.find((one) => one.tag === partner)?.content])
  return { ...rest, left, named, right: right.map(({ content, reusable }) => `${content} ${reusable === true}`).toSorted() }
}

describe.each(Object.entries(trips))('%s', (format, trip) => {
  test.each(questions.filter(([name]) => !beyond[format]!.some((part) => name.includes(part))))('%s', (name, quType, body, more) => {
    const given: Portable = { chapter: '', level: QuLevel.normal, tags: [], quType, body, ...more }
    const ownFiles = JSON.stringify(body).includes(picture) ? 1 : 0
    const { read: found, lost, files = ownFiles } = trip(given)
    const crossing = name === 'pairs and a right side too many' && ['gift', 'moodle'].includes(format)
    expect(lost.map((one) => one.key)).toEqual(format === 'xlsx' && given.tags.length > 0 ? ['sheetTags'] : crossing ? ['matchOrder'] : [])
    expect(found).toHaveLength(1)
    const read = found[0]!
    expect(read.quType).toBe(quType)
    const { chapter = given.chapter, level = given.level, tags = given.tags } = read
    expect({ chapter, level, tags }).toEqual({ chapter: given.chapter, level: given.level, tags: given.tags })
    expect(meaningOf(read)).toEqual(meaningOf(given))
    expect(files).toBe(ownFiles)
  })
})
