// A question written in each format means the same when it is read again.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { tidyBody } from '../bank/question.rules.ts'
import { judge, type Portable } from './exchange.rules.ts'
import { parseGift } from './gift/gift-parse.format.ts'
import { GiftWriter } from './gift/gift-write.format.ts'
import { parseMoodle } from './moodle/moodle-parse.format.ts'
import { MoodleWriter } from './moodle/moodle-write.format.ts'
import { parseManifest } from './qti/qti-manifest.format.ts'
import { parseItem } from './qti/qti-parse.format.ts'
import { QtiWriter } from './qti/qti-write.format.ts'
import { findColumns, sheetColumns } from './sheet/sheet-columns.format.ts'
import { blocksOf, readBlock } from './sheet/sheet-drafts.format.ts'
import { formatQuestion, layOut } from './sheet/sheet-write.format.ts'

type Read = Partial<Portable> & Pick<Portable, 'quType' | 'body'>
/** The question read back, the losses the writer reported, and the number of files. */
type Trip = { read: Read; lost: string[]; files?: number }
const picture = '/files/202611/a.png'
const headers = sheetColumns(55).map((column) => column.header)

const roundTrip: Record<string, (given: Portable) => Trip> = {
  gift: (given) => {
    const writer = new GiftWriter()
    const { questions } = parseGift(writer.add(given))
    expect(questions).toHaveLength(1)
    return { read: questions[0]!, lost: [...writer.lost].map((one) => one.zh) }
  },
  moodle: (given) => {
    const writer = new MoodleWriter()
    const files = new Map([[picture, { name: 'a.png', base64: Buffer.from('x').toString('base64') }]])
    const reading = parseMoodle(writer.head + writer.add(given, files) + writer.foot)!
    expect(reading.questions).toHaveLength(1)
    const home = JSON.stringify(reading.questions[0]).replaceAll('/@file/0', picture)
    return { read: JSON.parse(home) as Read, lost: [...writer.lost].map((one) => one.zh), files: reading.files.length }
  },
  qti: (given) => {
    const writer = new QtiWriter()
    const { path, xml } = writer.add(given)
    const home = JSON.stringify(parseItem(xml)).replaceAll('../resources/202611-a.png', picture)
    const item = { ...(JSON.parse(home) as Read), ...parseManifest(writer.manifest()).get(path) }
    return { read: item, lost: [...writer.lost].map((one) => one.zh), files: [...writer.files].length }
  },
  sheet: ({ quType, level, chapter, body }) => {
    const tidy = tidyBody(quType, QuestionBody.parse(body))
    const cells = formatQuestion({ quType, level, chapter, body: tidy }, 7).flatMap((one) => layOut(one, headers))
    const { blocks } = blocksOf(
      cells.map((one, at) => ({ row: at + 2, cells: one })),
      findColumns(headers) as Exclude<ReturnType<typeof findColumns>, { problem: unknown }>,
    )
    expect(blocks).toHaveLength(1)
    return { read: readBlock(blocks[0]!).draft as unknown as Read, lost: [] }
  },
}

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
  sheet: [],
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

describe.each(Object.entries(roundTrip))('%s', (format, trip) => {
  test.each(questions.filter(([name]) => !beyond[format]!.some((part) => name.includes(part))))('%s', (_name, quType, body, more) => {
    const given: Portable = { chapter: '', level: QuLevel.normal, tags: [], quType, body, ...more }
    const ownFiles = JSON.stringify(body).includes(picture) ? 1 : 0
    const { read, lost, files = ownFiles } = trip(given)
    expect(lost).toEqual([])
    expect(read.quType).toBe(quType)
    const { chapter = given.chapter, level = given.level, tags = given.tags } = read
    expect({ chapter, level, tags }).toEqual({ chapter: given.chapter, level: given.level, tags: given.tags })
    expect(meaningOf(read)).toEqual(meaningOf(given))
    expect(files).toBe(ownFiles)
  })
})
