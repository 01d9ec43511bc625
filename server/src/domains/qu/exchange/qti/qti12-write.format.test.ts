// QTI 1.2 as Canvas, Blackboard and D2L read it: the structure of the DTD, the types of Canvas, and one item for each part of a composite.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyQuestion } from '../../../../../test/any-question.ts'
import { everyQuestion, picture } from '../../../../../test/every-question.ts'
import { meaningOf } from '../../../../../test/format-differences.ts'
import { faultsOf12 } from '../../../../../test/qti12-model.ts'
import { judge, type Portable } from '../exchange.rules.ts'
import { readQti } from './qti.package.ts'
import { BANK12, Qti12Writer } from './qti12-write.format.ts'

function written(questions: Portable[], isStored?: (url: string) => boolean) {
  const writer = new Qti12Writer()
  const xml = `${writer.head('题库 <1> & "二"')}${questions.map((one) => writer.add(one, isStored)).join('')}${writer.foot}`
  return { xml, lost: [...writer.lost].map((one) => one.key), manifest: writer.manifest('题库'), files: [...writer.files.values()] }
}
const portable = (quType: number, body: Portable['body']): Portable => ({ chapter: '', level: QuLevel.normal, tags: [], quType, body })
const kindsIn = (xml: string) => [...xml.matchAll(/question_type<\/fieldlabel><fieldentry>(\w+)/g)].map(([, kind]) => kind)

test('every question with every rule is in the content model, in one file', () => {
  expect(faultsOf12(written(everyQuestion.map((one) => one.question)).xml)).toEqual([])
})

test('questions that are made up are in the content model', () => {
  fc.assert(
    fc.property(anyQuestion, (given) => {
      fc.pre(!meaningOf(given).hasError)
      expect(faultsOf12(written([given]).xml)).toEqual([])
    }),
    { seed: 20_261_213, numRuns: 200 },
  )
})

test('the model itself refuses what it should', () => {
  const { xml } = written([everyQuestion[0]!.question])
  expect(faultsOf12(xml.replace('<outcomes>', '<setvar/><outcomes>'))).toEqual(['<resprocessing> has setvar outcomes respcondition'])
  expect(faultsOf12(xml.replace('ident="A"', 'ident="Z"'))).toEqual(['q1: response1 has no A'])
  expect(faultsOf12(xml.replace('<presentation>', '<presentation view="All">字'))).toEqual([
    'text in <presentation>',
    'view on <presentation>',
  ])
})

test('each type has the name that Canvas gives it', () => {
  const options = [
    { tag: 'A', content: '<p>甲</p>', isRight: true },
    { tag: 'B', content: '<p>乙</p>', isRight: false },
  ]
  const pair = {
    left: [{ tag: 'A', content: '<p>左</p>' }],
    right: [{ tag: 'a', content: '<p>右</p>' }],
    pairs: [['A', 'a']] as [string, string][],
  }
  const { xml } = written([
    portable(QuType.single, { content: '<p>题</p>', options }),
    portable(QuType.multiple, { content: '<p>题</p>', options }),
    portable(QuType.trueFalse, { content: '<p>题</p>', options }),
    portable(QuType.shortAnswer, { content: '<p>题</p>' }),
    portable(QuType.fillIn, { content: '<p>题 ____</p>', blanks: [{ answer: '甲' }] }),
    portable(QuType.fillIn, { content: '<p>题 ____</p>', blanks: [{ answer: '1', compare: 'number', tolerance: 0.5 }] }),
    portable(QuType.fillIn, { content: '<p>____ 与 ____</p>', blanks: [{ answer: '甲' }, { answer: '乙' }] }),
    portable(QuType.matching, { content: '<p>题</p>', ...pair }),
    portable(QuType.composite, {
      content: '<p>甲（1）____</p>',
      subs: [{ id: '1', quType: QuType.single, content: '<p>第（1）空</p>', options }],
    }),
  ])
  expect(kindsIn(xml)).toEqual([
    'multiple_choice_question',
    'multiple_answers_question',
    'true_false_question',
    'essay_question',
    'short_answer_question',
    'numerical_question',
    'fill_in_multiple_blanks_question',
    'matching_question',
    'multiple_dropdowns_question',
  ])
  expect(xml).toContain(
    '<varequal respident="response1">1</varequal><and><vargte respident="response1">0.5</vargte><varlte respident="response1">1.5</varlte></and>',
  )
})

describe('a composite that no item can hold', () => {
  const options = [
    { tag: 'A', content: '<p>甲</p>', isRight: true },
    { tag: 'B', content: '<p>乙</p>', isRight: false },
  ]
  const reading = portable(QuType.composite, {
    content: '<p>材料 ____ [blank1]</p>',
    analysis: '<p>总说</p>',
    subs: [
      { id: '1', quType: QuType.single, content: '<p>一问</p>', options, weight: 3, analysis: '<p>解一</p>' },
      { id: '2', quType: QuType.fillIn, content: '<p>____ 与 ____</p>', blanks: [{ answer: '甲||丙' }, { answer: '乙' }], weight: 2 },
      { id: '3', quType: QuType.shortAnswer, content: '<p>三问</p>', modelAnswer: '<p>要点</p>', weight: 5 },
    ],
  })
  const back = (xml: string) => readQti(new Map([[BANK12, Buffer.from(xml)]])).questions

  test('is one question for each part, with the material before each, the points, and what joins them', () => {
    const { xml, lost } = written([reading])
    expect(lost).toEqual(['qti12Composite'])
    expect(faultsOf12(xml)).toEqual([])
    expect(kindsIn(xml)).toEqual(['multiple_choice_question', 'fill_in_multiple_blanks_question', 'essay_question'])
    expect([...xml.matchAll(/points_possible<\/fieldlabel><fieldentry>(\d+)/g)].map(([, one]) => one)).toEqual(['3', '2', '5'])
    expect(xml.match(/&lt;p&gt;材料/g)?.length).toBe(3)
  })

  test('is one question again when it is read here, also between others', () => {
    const other = portable(QuType.single, { content: '<p>别的题</p>', options })
    const questions = back(written([other, reading, other, reading]).xml)
    expect(questions.map((one) => [one.row, one.quType])).toEqual([
      [1, QuType.single],
      [2, QuType.composite],
      [3, QuType.single],
      [4, QuType.composite],
    ])
    for (const at of [1, 3]) expect(meaningOf(questions[at]!)).toEqual(meaningOf(reading))
  })

  test('is questions of their own where a part is missing', () => {
    const { xml } = written([reading])
    const questions = back(xml.replace(/<item ident="q2"[^]*?<\/item>/, ''))
    expect(questions.map((one) => [one.quType, judge(one).body.content, judge(one).body.analysis])).toEqual([
      [QuType.single, '<p>材料 ____ [blank1]</p><p>一问</p>', '<p>解一</p><p>总说</p>'],
      [QuType.shortAnswer, '<p>材料 ____ [blank1]</p><p>三问</p>', '<p>总说</p>'],
    ])
  })
})

test('pictures are named in the manifest; one that cannot be read keeps its address, which is told', () => {
  const question = portable(QuType.shortAnswer, { content: `<p><img src="${picture}" alt=""></p>` })
  const { manifest, files, xml } = written([question])
  expect(files).toEqual(['resources/202611-a.png'])
  expect(manifest).toContain('<resource identifier="f1" type="webcontent" href="resources/202611-a.png">')
  expect(manifest).toContain('type="imsqti_xmlv1p2" href="questions.xml"')
  expect(xml).toContain('src="resources/202611-a.png"')
  const gone = written([question], () => false)
  expect([gone.lost, gone.files]).toEqual([['moodleFilesUnread'], []])
})
