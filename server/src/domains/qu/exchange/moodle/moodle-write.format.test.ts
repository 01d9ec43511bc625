// Exported Moodle XML as Moodle reads it: formulas in the text, composites as embedded answers, and announced losses.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { everyQuestion, picture } from '../../../../../test/every-question.ts'
import { strictTree } from '../../../../../test/qti-content-model.ts'
import type { Portable } from '../exchange.rules.ts'
import { parseMoodle } from './moodle-parse.format.ts'
import { MoodleWriter } from './moodle-write.format.ts'

const portable = (quType: number, body: Portable['body']): Portable => ({ chapter: '', level: QuLevel.normal, tags: [], quType, body })
const written = (question: Portable, files = new Map<string, { name: string; base64: string }>()) => {
  const writer = new MoodleWriter()
  const xml = writer.head + writer.add(question, files) + writer.foot
  return { xml, lost: [...writer.lost].map((one) => one.key), read: parseMoodle(xml)?.questions[0] }
}
const options = [
  { tag: 'A', content: '<p>甲</p>', isRight: true },
  { tag: 'B', content: '<p>乙</p>', isRight: false },
]
const formula = String.raw`<span data-type="inline-math" data-latex="x \neq \nu &lt; 1"></span>`
const left = [
  { tag: 'A', content: '<p>左一</p>' },
  { tag: 'B', content: '<p>左二</p>' },
]
const pairs: [string, string][] = [
  ['A', 'a'],
  ['B', 'b'],
]

test.each(everyQuestion.map(({ name, question }, at) => [`${at} ${question.quType} ${name}`, question] as const))(
  'well-formed: %s',
  (_name, question) => {
    const { xml } = written(question, new Map([[picture, { name: 'a.png', base64: 'eA==' }]]))
    expect(strictTree(xml).name).toBe('quiz')
    expect(xml).not.toContain('data-latex')
  },
)

describe('formulas', () => {
  test('are TeX in stems, options, analyses and model answers, and formulas again when read', () => {
    const { xml, read } = written(portable(QuType.single, { content: `<p>${formula}</p>`, analysis: formula, options }))
    expect(xml.split(String.raw`\(x \neq \nu &lt; 1\)`)).toHaveLength(3)
    expect(read?.body.content).toBe(`<p>${formula}</p>`)
    expect(written(portable(QuType.shortAnswer, { content: '<p>题</p>', modelAnswer: formula })).read?.body.modelAnswer).toContain(formula)
  })

  test('stay on the right side of pairs', () => {
    const right = [
      { tag: 'a', content: `<p>${formula}</p>` },
      { tag: 'b', content: '<p>右</p>' },
    ]
    const { read, lost } = written(portable(QuType.matching, { content: '<p>配</p>', left, right, pairs }))
    expect([read?.body.right?.[0]?.content, lost]).toEqual([`<p>${formula}</p>`, []])
  })
})

test('right items that may be used several times and are not, are told', () => {
  const right = [
    { tag: 'a', content: '<p>右一</p>', reusable: true },
    { tag: 'b', content: '<p>右二</p>' },
  ]
  const body = { content: '<p>配</p>', left, right }
  expect(written(portable(QuType.matching, { ...body, pairs })).lost).toEqual(['matchReusable'])
  const twice: [string, string][] = [
    ['A', 'a'],
    ['B', 'a'],
  ]
  expect(written(portable(QuType.matching, { ...body, pairs: twice })).lost).toEqual([])
})

test('a star is written as Moodle reads it, also in embedded answers; text is never an embedded answer', () => {
  const blanks = [{ answer: '2*3' }]
  expect(written(portable(QuType.fillIn, { content: '<p>填</p>', blanks })).xml).toContain(String.raw`<text>2\*3</text>`)
  expect(written(portable(QuType.fillIn, { content: '<p>{1:SA:=甲} ____</p>', blanks })).xml).toContain(
    String.raw`<p>&#123;1:SA:=甲} {1:SHORTANSWER:=2\\*3}</p>`,
  )
})

test('more gap signs than blanks are told', () => {
  expect(written(portable(QuType.fillIn, { content: '<p>____ 与 [_____]</p>', blanks: [{ answer: '甲' }] })).lost).toEqual([
    'blankAfterStem',
  ])
})

describe('composites', () => {
  test('that came from embedded answers go back to them', () => {
    const cloze = '<p>甲{1:MULTICHOICE:=一~二}，乙{2:SHORTANSWER:=水}，丙{1:MULTIRESPONSE:=x~=y~z}</p>'
    const given = parseMoodle(
      `<quiz><question type="cloze"><questiontext format="html"><text><![CDATA[${cloze}]]></text></questiontext></question></quiz>`,
    )
    const [question] = given?.questions ?? []
    expect(question?.quType).toBe(QuType.composite)
    const { xml, lost, read } = written(question!)
    expect([lost, read?.body]).toEqual([[], question?.body])
    expect(xml).toContain(cloze)
  })

  test('with stems of their own become one text, which is told; blanks of a part share its weight', () => {
    const subs = [
      { id: '1', quType: QuType.single, content: '<p>选</p>', options },
      {
        id: '2',
        quType: QuType.fillIn,
        content: '<p>填 ____ 与 ____</p>',
        blanks: [{ answer: '水' }, { answer: '火' }],
        analysis: '<p>因</p>',
      },
    ]
    const { xml, lost } = written(portable(QuType.composite, { content: '<p>材料</p>', subs }))
    expect(lost).toEqual(['moodleComposite'])
    expect(xml).toContain(
      '<p>材料</p><p>（1）</p><p>选</p><p>{2:MULTICHOICE:=甲~乙}</p><p>（2）</p><p>填 {1:SHORTANSWER:=水} 与 {1:SHORTANSWER:=火}</p>',
    )
    expect(xml).toContain('<p>（2）</p><p>因</p>')
  })

  test('that embedded answers cannot carry are not exported', () => {
    const subs = [{ id: '1', quType: QuType.shortAnswer, content: '<p>述</p>' }]
    const { lost, read } = written(portable(QuType.composite, { content: '<p>材料</p>', subs }))
    expect([lost, read]).toEqual([['moodleCase'], undefined])
  })
})
