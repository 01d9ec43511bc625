// QTI items in the shapes of other systems: what a file says is imported, or named in a message.
import { isMessage } from '@shuyuan/contract/kernel/message.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { readQti } from './qti.package.ts'
import { parseItem } from './qti-parse.format.ts'

const item = (declarations: string, body: string, more = '', attributes = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="i" title="t" ${attributes}>${declarations}<itemBody>${body}</itemBody>${more}</assessmentItem>`
const declared = (id: string, cardinality: string, base: string, values: string[], mapping = '') =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${base}"><correctResponse>${values.map((one) => `<value>${one}</value>`).join('')}</correctResponse>${mapping}</responseDeclaration>`
const mapped = (entries: Record<string, number>) =>
  `<mapping defaultValue="0">${Object.entries(entries)
    .map(([key, points]) => `<mapEntry mapKey="${key}" mappedValue="${points}"/>`)
    .join('')}</mapping>`
const byMap = '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/map_response"/>'
const read = (xml: string) => {
  const found = parseItem(xml)
  if (found === null || isMessage(found)) throw new Error(found?.zh ?? 'no item')
  expect(judge({ row: 1, problems: [], ...found }).problems).toEqual([])
  return { ...found, told: found.notes.map((one) => one.zh) }
}
const refusal = (xml: string) => (parseItem(xml) as { zh?: string } | null)?.zh
const choice = (id: string, more = '') =>
  `<choiceInteraction responseIdentifier="${id}" maxChoices="1">${more}<simpleChoice identifier="a">甲</simpleChoice><simpleChoice identifier="b">乙</simpleChoice></choiceInteraction>`
const single = (id = 'R') => declared(id, 'single', 'identifier', ['a'])

describe('passages stay', () => {
  test('the text of a gap match, with its gaps numbered', () => {
    const body =
      '<gapMatchInteraction responseIdentifier="R"><prompt>选词填空</prompt><gapText identifier="w" matchMax="1">冬</gapText><gapText identifier="s" matchMax="1">夏</gapText><blockquote><p>如今<gap identifier="g1"/>已过，<gap identifier="g2"/>将至。</p></blockquote></gapMatchInteraction>'
    const { body: found, told } = read(item(declared('R', 'multiple', 'directedPair', ['w g1', 's g2']), body))
    expect(found.content).toBe('<p>选词填空</p><blockquote><p>如今【空 1】已过，【空 2】将至。</p></blockquote>')
    expect(found.left?.map((one) => one.content)).toEqual(['<p>空 1</p>', '<p>空 2</p>'])
    expect(told).toEqual(['“gapMatch”题按匹配题导入'])
  })

  test('inline choices stay in their sentences, choices without a prompt are numbered in the text', () => {
    const inline = (id: string) =>
      `<inlineChoiceInteraction responseIdentifier="${id}"><inlineChoice identifier="a">甲</inlineChoice><inlineChoice identifier="b">乙</inlineChoice></inlineChoiceInteraction>`
    const { body } = read(item(single('R1') + single('R2'), `<p>生于${inline('R1')}，卒于${inline('R2')}。</p>`))
    expect(body.content).toBe('<p>生于（1）____，卒于（2）____。</p>')
    expect(body.subs?.map((sub) => sub.content)).toEqual(['<p>第（1）空</p>', '<p>第（2）空</p>'])
    const blocks = read(item(single('R1') + single('R2'), `<p>一问</p>${choice('R1')}<p>二问</p>${choice('R2')}`))
    expect(blocks.body.content).toBe('<p>一问</p><p>（1）</p><p>二问</p><p>（2）</p>')
  })

  test('an entry in the same block as a choice is a part of its own, without the markup of the choice', () => {
    const entry = declared('R2', 'single', 'string', ['水'])
    const { body } = read(
      item(
        single('R1') + entry,
        `<div><p>灭火用<textEntryInteraction responseIdentifier="R2"/>。</p>${choice('R1', '<prompt>哪个</prompt>')}</div>`,
      ),
    )
    expect(body.content).toBe('<div><p>灭火用（1）____。</p></div>')
    expect(body.subs?.map((sub) => sub.quType)).toEqual([QuType.fillIn, QuType.single])
  })

  test('instructions for candidates are part of the stem, other rubrics are named or the model answer', () => {
    const rubrics =
      '<rubricBlock view="candidate"><p>读图。</p></rubricBlock><rubricBlock view="tutor"><p>提示</p></rubricBlock><rubricBlock view="scorer"><p>三点</p></rubricBlock>'
    const chosen = read(item(single(), rubrics + choice('R')))
    expect(chosen.body.content).toBe('<p>读图。</p>')
    expect(chosen.told).toEqual(['给“tutor”的说明（rubricBlock）已略过', '给“scorer”的说明（rubricBlock）已略过'])
    const essay = read(item('', `${rubrics}<extendedTextInteraction responseIdentifier="R"/>`))
    expect([essay.body.content, essay.body.modelAnswer, essay.told]).toEqual([
      '<p>读图。</p>',
      '<p>三点</p>',
      ['给“tutor”的说明（rubricBlock）已略过'],
    ])
  })
})

describe('answers stay hidden', () => {
  test('feedback in the body goes to the analysis', () => {
    const feedback = '<feedbackBlock identifier="f" outcomeIdentifier="F" showHide="show"><p>答案是甲</p></feedbackBlock>'
    const modal = '<modalFeedback identifier="m" outcomeIdentifier="F" showHide="show"><p>说明</p></modalFeedback>'
    const { body, told } = read(item(single(), `<p>题干</p>${choice('R')}${feedback}`, modal))
    expect([body.content, body.analysis, told]).toEqual(['<p>题干</p>', '<p>说明</p><p>答案是甲</p>', ['2 段反馈合并为解析']])
    const entry = declared('R', 'single', 'string', ['水'])
    const blank = read(
      item(entry, `<p>用<textEntryInteraction responseIdentifier="R"/>灭火<feedbackInline identifier="f">水</feedbackInline></p>`),
    )
    expect([blank.body.content, blank.body.analysis]).toEqual(['<p>用____灭火</p>', '水'])
  })
})

describe('formulas', () => {
  const formula = (math: string) => read(item(single(), `<p>${math}</p>${choice('R')}`)).body.content
  const span = (latex: string) => `<p><span data-type="inline-math" data-latex="${latex}"></span></p>`
  test.each([
    [
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>',
      'E = m c^{2}',
    ],
    [
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math>',
      String.raw`\frac{a}{b}`,
    ],
    [String.raw`<math><semantics><mi>x</mi><annotation encoding="application/x-tex">\[ x^2 \]</annotation></semantics></math>`, 'x^2'],
    ['<math><unknown>y</unknown></math>', 'y'],
  ])('%#', (math, latex) => {
    expect(formula(math)).toBe(span(latex))
  })
})

describe('further interactions', () => {
  test('a hot text becomes a choice whose options are numbered in the passage', () => {
    const body =
      '<hottextInteraction responseIdentifier="R" maxChoices="1"><prompt>哪处有错？</prompt><p>火警<hottext identifier="a">电话</hottext>是<hottext identifier="b">110</hottext>。</p></hottextInteraction>'
    const { body: found, quType, told } = read(item(declared('R', 'single', 'identifier', ['b']), body))
    expect([quType, found.content]).toEqual([QuType.single, '<p>哪处有错？</p><p>火警<u>（1）电话</u>是<u>（2）110</u>。</p>'])
    expect(found.options?.map((one) => [one.content, one.isRight, one.pinned])).toEqual([
      ['<p>（1）电话</p>', false, true],
      ['<p>（2）110</p>', true, true],
    ])
    expect(told).toEqual(['“hottext”题按选择题导入，题干中的选项已编号'])
  })

  test('an order becomes a matching with places', () => {
    const body = `<orderInteraction responseIdentifier="R" shuffle="true"><prompt>排序</prompt>${['a', 'b', 'c'].map((id) => `<simpleChoice identifier="${id}">${id}</simpleChoice>`).join('')}</orderInteraction>`
    const { body: found, told } = read(item(declared('R', 'ordered', 'identifier', ['c', 'a', 'b']), body))
    expect(found.left?.map((one) => one.content)).toEqual(['<p>第 1 位</p>', '<p>第 2 位</p>', '<p>第 3 位</p>'])
    expect([found.pairs, found.rule, told]).toEqual([
      [
        ['A', 'c'],
        ['B', 'a'],
        ['C', 'b'],
      ],
      { matching: 'strict' },
      ['“order”题按匹配题导入'],
    ])
  })

  test('an associate becomes a matching, unless its pairs have no two sides', () => {
    const body = (ids: string) =>
      `<associateInteraction responseIdentifier="R" maxAssociations="3"><prompt>连</prompt>${ids
        .split('')
        .map((id) => `<simpleAssociableChoice identifier="${id}" matchMax="2">${id}</simpleAssociableChoice>`)
        .join('')}</associateInteraction>`
    const found = read(item(declared('R', 'multiple', 'pair', ['a b', 'c b', 'd e']), body('abcdef')))
    expect(found.body.left?.map((one) => one.content)).toEqual(['<p>a</p>', '<p>c</p>', '<p>d</p>'])
    expect(found.body.right?.map((one) => [one.content, one.reusable === true])).toEqual([
      ['<p>b</p>', true],
      ['<p>e</p>', false],
      ['<p>f</p>', false],
    ])
    expect(refusal(item(declared('R', 'multiple', 'pair', ['a b', 'b c', 'c a']), body('abc')))).toBe('连线题的各项不能分成左右两侧')
  })

  test('sorting into categories is a matching with fewer right items, all reusable', () => {
    const sets =
      '<matchInteraction responseIdentifier="R"><prompt>分类</prompt><simpleMatchSet><simpleAssociableChoice identifier="a">猫</simpleAssociableChoice><simpleAssociableChoice identifier="b">狗</simpleAssociableChoice><simpleAssociableChoice identifier="c">蛙</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="x" matchMax="4">哺乳</simpleAssociableChoice><simpleAssociableChoice identifier="y" matchMax="1">两栖</simpleAssociableChoice></simpleMatchSet></matchInteraction>'
    const { body, told } = read(item(declared('R', 'multiple', 'directedPair', ['a x', 'b x', 'c y']), sets))
    expect(body.right?.map((one) => one.reusable)).toEqual([true, true])
    expect(told).toEqual(['右侧项少于左侧项，导入后右侧项都可重复使用'])
  })
})

describe('part credit', () => {
  test.each([
    [
      declared('R', 'single', 'string', ['York'], mapped({ York: 1, york: 0.5 })),
      '<p><textEntryInteraction responseIdentifier="R"/></p>',
      '只得部分分的答案不能保存，已略过',
    ],
    [
      declared('R', 'single', 'identifier', ['a'], mapped({ a: 1, b: 0.5 })),
      choice('R', '<prompt>题</prompt>'),
      '只得部分分的选项按错误选项导入',
    ],
    [
      declared('R', 'multiple', 'directedPair', ['w g', 's h'], mapped({ 'w g': 1, 's h': 2 })),
      '<gapMatchInteraction responseIdentifier="R"><gapText identifier="w" matchMax="1">冬</gapText><gapText identifier="s" matchMax="1">夏</gapText><p><gap identifier="g"/><gap identifier="h"/></p></gapMatchInteraction>',
      '各对的分值不同，导入后每对分值相同',
    ],
  ])('that is not kept is told %#', (declarations, body, told) => {
    expect(read(item(declarations, body, byMap)).told).toContain(told)
  })
})

describe('what parts count', () => {
  const two = ['R1', 'R2'].map((id) => choice(id, `<prompt>${id}</prompt>`)).join('')
  const scored = (rules: string) => read(item(single('R1') + single('R2'), two, `<responseProcessing>${rules}</responseProcessing>`))
  const match = (id: string) => `<match><variable identifier="${id}"/><correct identifier="${id}"/></match>`
  const rule = (test: string, points: number) =>
    `<responseCondition><responseIf>${test}<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">${points}</baseValue></sum></setOutcomeValue></responseIf></responseCondition>`
  const weights = ({ body, told }: ReturnType<typeof read>) => [body.subs?.map((one) => one.weight), told]

  test('is read from the rules, in whole numbers', () => {
    expect(weights(scored(rule(match('R1'), 5) + rule(match('R2'), 5)))).toEqual([[1, 1], []])
    expect(weights(scored(rule(match('R1'), 1) + rule(match('R2'), 1.5)))).toEqual([[2, 3], []])
  })

  test('is levelled and told where the rules mark responses together, or do not say all', () => {
    expect(weights(scored(rule(`<and>${match('R1')}${match('R2')}</and>`, 1)))).toEqual([[1, 1], ['原题几处作答一起给分，导入后分别给分']])
    const blanks = ['R1', 'R2'].map((id) => declared(id, 'single', 'string', ['水'])).join('')
    const entries = '<p><textEntryInteraction responseIdentifier="R1"/><textEntryInteraction responseIdentifier="R2"/></p>'
    const rules = `<responseProcessing>${rule(match('R1'), 1)}${rule(match('R2'), 2)}</responseProcessing>`
    expect(read(item(blanks, entries, rules)).told).toEqual(['各小题或各空的分值不同，导入后分值相同'])
  })
})

test.each([
  [item(single(), choice('R'), '', 'adaptive="true"'), '自适应试题（adaptive）不能导入'],
  [item(`${single()}<templateDeclaration identifier="x"/>`, choice('R')), '带变量的模板试题（template）不能导入'],
])('adaptive and template items are refused %#', (xml, reason) => {
  expect(refusal(xml)).toBe(reason)
})

describe('a package', () => {
  const whole = item(single(), `<p>题干</p>${choice('R')}`)
  const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
  const told = (files: Record<string, Uint8Array>) =>
    readQti(new Map(Object.entries(files))).questions.map((one) => [one.body.content, one.problems[0]?.msg])

  test('loses no item: unreadable ones are rows with an error and their name', () => {
    const manifest = `<manifest><resources><resource type="imsqti_item_xmlv2p2" href="items/5.xml"/><resource type="imsqti_item_xmlv2p2" href="items/6.xml"/><resource type="webcontent" href="b.css"/></resources></manifest>`
    expect(
      told({
        'imsmanifest.xml': bytes(manifest),
        'items/1.xml': bytes(whole),
        'items/2.xml': bytes(whole.replace('?>', '?><!DOCTYPE assessmentItem>')),
        'items/3.xml': bytes(whole.slice(0, whole.length / 2)),
        'items/4.xml': bytes(`\uFEFF${whole}`, 'utf16le'),
        'items/5.xml': bytes('no XML'),
        'test.xml': bytes('<assessmentTest/>'),
      }),
    ).toEqual([
      ['<p>题干</p>', undefined],
      ['<p>2.xml</p>', '文件含有 DOCTYPE 声明，不能读取，请删去后再上传'],
      ['<p>3.xml</p>', '文件不完整，可能没有传完或已损坏'],
      ['<p>题干</p>', undefined],
      ['<p>5.xml</p>', '试题文件不是有效的 XML'],
      ['<p>6.xml</p>', '压缩包中没有文件 items/6.xml'],
    ])
  })

  test('is read in the encodings that its files declare', () => {
    const latin = item(single(), `<p>Où est le café ?</p>${choice('R')}`)
      .replace('?>', ' encoding="ISO-8859-1"?>')
      .replaceAll(/[甲乙]/g, 'x')
    expect(told({ 'a.xml': bytes(latin, 'latin1') })).toEqual([['<p>Où est le café ?</p>', undefined]])
  })

  test('puts a shared stimulus before the stem of each item that refers to it', () => {
    const ref = (href: string) => `<qti-assessment-stimulus-ref identifier="s" href="${href}"/>`
    const stimulus =
      '<qti-assessment-stimulus identifier="s"><qti-stimulus-body><p>材料<img src="../p.png" alt=""/></p></qti-stimulus-body></qti-assessment-stimulus>'
    const { questions, files } = readQti(
      new Map(
        Object.entries({
          'items/1.xml': bytes(item(single() + ref('../texts/s.xml'), `<p>题干</p>${choice('R')}`)),
          'items/2.xml': bytes(item(single() + ref('none.xml'), `<p>题干</p>${choice('R')}`)),
          'texts/s.xml': bytes(stimulus),
          'p.png': bytes('png'),
        }),
      ),
    )
    expect(questions.map((one) => [one.body.content, one.problems[0]?.msg])).toEqual([
      ['<p>材料<img src="/@file/0" alt=""></p><p>题干</p>', undefined],
      ['<p>题干</p>', '压缩包中没有试题引用的材料 none.xml'],
    ])
    expect(files.map((file) => file.name)).toEqual(['p.png'])
  })
})
