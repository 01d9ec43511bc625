// QTI: items as in the specification with names of 2.x and 3.0; written, and read back.
import { isMessage } from '@shuyuan/contract/kernel/message.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { judge, type Portable } from '../exchange.rules.ts'
import { parseItem, type ReadItem } from './qti-parse.format.ts'
import { QtiWriter } from './qti-write.format.ts'

const item2 = (declarations: string, body: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t">${declarations}<itemBody>${body}</itemBody>${more}</assessmentItem>`
const declared = (id: string, cardinality: string, base: string, ...values: string[]) =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${base}"><correctResponse>${values.map((one) => `<value>${one}</value>`).join('')}</correctResponse></responseDeclaration>`
const read = (xml: string) => {
  const item = parseItem(xml)
  if (item === null || isMessage(item)) throw new Error(item?.zh ?? 'no item')
  return item
}
const rights = (item: ReadItem) => item.body.options?.map((one) => one.isRight)

describe('reading QTI 2.x', () => {
  test('a choice with its prompt, one fixed, and the feedback as analysis', () => {
    const item = read(
      item2(
        declared('R', 'single', 'identifier', 'b'),
        `<p>看图：<img src="images/a.png" alt="图"/></p><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>哪一个？</prompt>
        <simpleChoice identifier="a">甲</simpleChoice><simpleChoice identifier="b" fixed="true">乙<feedbackInline identifier="f">不错</feedbackInline></simpleChoice></choiceInteraction>`,
        '<modalFeedback identifier="f" outcomeIdentifier="F" showHide="show"><p>因为</p></modalFeedback>',
      ),
    )
    expect([item.quType, rights(item), item.body.options?.[1]?.pinned, item.body.analysis]).toEqual([1, [false, true], true, '<p>因为</p>'])
    expect(item.body.content).toContain('<img src="images/a.png" alt="图"><')
    expect(item.body.content).toContain('<p>哪一个？</p>')
    expect(item.body.options?.[1]?.content).toBe('<p>乙</p>')
    expect(item.notes.map((one) => one.zh)).toEqual(['选项的反馈不能保存，已略过'])
  })

  test('numbers with a tolerance in the response processing, pictures as objects', () => {
    const processing = (mode: string, margin: string) =>
      `<responseProcessing><responseCondition><responseIf><equal toleranceMode="${mode}" tolerance="${margin}"><variable identifier="R"/><correct identifier="R"/></equal></responseIf></responseCondition></responseProcessing>`
    const body = '<p><object data="a%20b.png" type="image/png">图</object> <textEntryInteraction responseIdentifier="R"/></p>'
    const marginOf = (mode: string, margin: string) =>
      read(item2(declared('R', 'single', 'float', '200'), body, processing(mode, margin))).body.blanks?.[0]?.tolerance
    expect([marginOf('absolute', '0.5'), marginOf('absolute', '0.1 0.2'), marginOf('relative', '5 5'), marginOf('exact', '')]).toEqual([
      0.5, 0.2, 10, 0,
    ])
    expect(read(item2(declared('R', 'single', 'float', '200'), body)).body.content).toBe('<p><img src="a%20b.png" alt="图"> ____</p>')
  })

  test('films and sounds as objects stay', () => {
    const body =
      '<object data="a.mp4" type="video/mp4">影</object><object data="a.mp3" type="audio/mpeg"/><p><textEntryInteraction responseIdentifier="R"/></p>'
    expect(read(item2(declared('R', 'single', 'string', '水'), body)).body.content).toBe(
      '<video src="a.mp4" controls></video><audio src="a.mp3" controls></audio><p>____</p>',
    )
  })

  test('several choices give partial points with a mapping, else all or nothing', () => {
    const body =
      '<choiceInteraction responseIdentifier="R" maxChoices="0"><prompt>哪些？</prompt><simpleChoice identifier="a">甲</simpleChoice><simpleChoice identifier="b">乙</simpleChoice><simpleChoice identifier="c">丙</simpleChoice></choiceInteraction>'
    const mapped =
      '<responseDeclaration identifier="R" cardinality="multiple" baseType="identifier"><mapping defaultValue="0"><mapEntry mapKey="a" mappedValue="1"/><mapEntry mapKey="c" mappedValue="1"/><mapEntry mapKey="b" mappedValue="-2"/></mapping></responseDeclaration>'
    const template = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>'
    const one = read(item2(mapped, body, template))
    expect([one.quType, rights(one), one.body.rule]).toEqual([2, [true, false, true], { multiple: 'share' }])
    expect(read(item2(declared('R', 'multiple', 'identifier', 'a', 'b'), body)).body.rule).toEqual({})
  })

  test('entries in a text, an essay with its rubric, and pairs', () => {
    const entry = read(item2(declared('R', 'single', 'string', '119'), '<p>火警 <textEntryInteraction responseIdentifier="R"/> 号</p>'))
    expect([entry.quType, entry.body.content, entry.body.blanks]).toEqual([5, '<p>火警 ____ 号</p>', [{ answer: '119' }]])
    const essay = read(
      item2(
        '',
        '<rubricBlock view="scorer"><p>三点</p></rubricBlock><extendedTextInteraction responseIdentifier="R"><prompt>简述</prompt></extendedTextInteraction>',
      ),
    )
    expect([essay.quType, essay.body.content, essay.body.modelAnswer]).toEqual([4, '<p>简述</p>', '<p>三点</p>'])
    const match = read(
      item2(
        declared('R', 'multiple', 'directedPair', 'l1 r2', 'l2 r1'),
        `<matchInteraction responseIdentifier="R"><prompt>配对</prompt><simpleMatchSet><simpleAssociableChoice identifier="l1" matchMax="1">甲</simpleAssociableChoice><simpleAssociableChoice identifier="l2" matchMax="1">乙</simpleAssociableChoice></simpleMatchSet>
        <simpleMatchSet><simpleAssociableChoice identifier="r1" matchMax="1">一</simpleAssociableChoice><simpleAssociableChoice identifier="r2" matchMax="1">二</simpleAssociableChoice></simpleMatchSet></matchInteraction>`,
      ),
    )
    expect(match.body.pairs).toEqual([
      ['A', 'b'],
      ['B', 'a'],
    ])
    expect(judge({ row: 1, problems: [], ...match }).problems).toEqual([])
  })

  test('several interactions become the parts of a composite', () => {
    const item = read(
      item2(
        declared('R1', 'single', 'identifier', 'a') + declared('R2', 'single', 'string', '水'),
        `<p>阅读材料。</p><choiceInteraction responseIdentifier="R1" maxChoices="1"><prompt>哪一个？</prompt><simpleChoice identifier="a">甲</simpleChoice><simpleChoice identifier="b">乙</simpleChoice></choiceInteraction><p>灭火用 <textEntryInteraction responseIdentifier="R2"/>。</p>`,
      ),
    )
    expect(item.quType).toBe(QuType.composite)
    expect(item.body.content).toBe('<p>阅读材料。</p>')
    expect(item.body.subs?.map((sub) => [sub.quType, sub.content])).toEqual([
      [1, '<p>哪一个？</p>'],
      [5, '<p>灭火用 ____。</p>'],
    ])
  })

  test('an unreadable item gives a message, other XML gives null', () => {
    expect(parseItem(item2('', '<hotspotInteraction responseIdentifier="R"/>'))).toHaveProperty('zh', '不支持的交互类型 hotspotInteraction')
    expect(parseItem(item2('', '<p>无</p>'))).toHaveProperty('zh', '没有可以作答的交互')
    expect(parseItem('<manifest/>')).toBeNull()
    expect(parseItem('<assessmentItem')).toBeNull()
    expect(parseItem('<!DOCTYPE x [<!ENTITY a "b">]><assessmentItem><itemBody>&a;</itemBody></assessmentItem>')).toBeNull()
  })
})

const portable = (type: number, body: Portable['body'], more: Partial<Portable> = {}): Portable => ({
  chapter: '',
  level: QuLevel.normal,
  tags: [],
  quType: type,
  body,
  ...more,
})
const choices = [
  { tag: 'A', content: '<p>甲 &lt; 乙<br /><img src="/files/202611/a.png" alt="" /></p>', isRight: true, pinned: true },
  { tag: 'B', content: '<p>公式 <span data-type="inline-math" data-latex="a&lt;b"></span></p>', isRight: false },
]

describe('writing QTI 3.0', () => {
  test('writes the tolerance of a number, beside texts and choices', () => {
    const blanks = [{ answer: '100', compare: 'number' as const, tolerance: 0.5 }, { answer: '度||℃' }]
    const body = { content: '<p>沸点 ____ ____</p>', blanks }
    const subs = [
      { id: '1', weight: 1, quType: QuType.fillIn, ...body },
      { id: '2', weight: 1, quType: QuType.single, content: '<p>选</p>', options: choices },
    ]
    for (const given of [portable(5, body), portable(99, { content: '<p>组合</p>', subs })]) {
      const { xml } = new QtiWriter().add(given)
      const item = read(xml)
      expect(item.body.subs?.[0]?.blanks ?? item.body.blanks).toEqual(blanks)
      expect(xml).toContain('<qti-map-response identifier="R')
    }
  })

  test('reports what the format cannot express', () => {
    const writer = new QtiWriter()
    writer.add(portable(5, { content: '<p>沸点</p>', blanks: [{ answer: '100', compare: 'number', tolerance: 1 }] }))
    writer.add(portable(2, { content: '<p>多选</p>', options: choices, rule: { multiple: 'half' } }))
    expect([...writer.lost].map((one) => one.zh)).toEqual(['题干中没有标出的空放在题干之后', '多选题的给分方式按“全对才得分”导出'])
  })
})
