// QTI 1.2 of Canvas with fields that were left empty, of Blackboard without points, and of programs that name no type.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { readQti } from './qti.package.ts'

function first(item: string) {
  const file = `<questestinterop><assessment title="t"><section>${item}</section></assessment></questestinterop>`
  const question = readQti(new Map([['quiz.xml', Buffer.from(file)]])).questions[0]!
  const { body, problems } = judge(question)
  return { type: question.quType, body, told: problems.map(({ level, msg }) => `${level}: ${msg}`) }
}
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const text = (words: string) => `<material><mattext texttype="text/html">${words}</mattext></material>`
const item = (type: string, presentation: string, conditions = '') => {
  const field = `<qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata>`
  return `<item ident="i"><itemmetadata>${type === '' ? '' : field}</itemmetadata><presentation>${presentation}</presentation><resprocessing>${conditions}</resprocessing></item>`
}
const label = (id: string, words: string) => `<response_label ident="${id}">${text(words)}</response_label>`
const list = (id: string, labels: string, name = '') =>
  `<response_lid ident="${id}" rcardinality="Single">${name === '' ? '' : text(name)}<render_choice>${labels}</render_choice></response_lid>`
const typed = (id: string) => `<response_str ident="${id}" rcardinality="Single"><render_fib/></response_str>`
const equal = (value: string, id = 'r') => `<varequal respident="${id}">${value}</varequal>`
const within = (low: number, high: number) => `<vargte respident="r">${low}</vargte><varlte respident="r">${high}</varlte>`
const right = (test: string, points = 100) =>
  `<respcondition><conditionvar>${test}</conditionvar><setvar action="Set" varname="SCORE">${points}</setvar></respcondition>`

describe('fields that were left empty in Canvas', () => {
  test('are no options', () => {
    const choice = item(
      'multiple_choice_question',
      text('哪个？') + list('r', label('1', '甲') + label('4403', '') + label('3', '乙')),
      right(equal('3')),
    )
    const { body, told } = first(choice)
    expect(body.options.map((one) => [plain(one.content), one.isRight])).toEqual([
      ['甲', false],
      ['乙', true],
    ])
    expect(told).toEqual(['warn: 没有内容的选项已略过'])
  })

  test('are no items of a matching', () => {
    const sides = label('1', '甲') + label('2', '乙') + label('3', '')
    const match = item(
      'matching_question',
      text('配') + list('a', sides, '一') + list('b', sides, '二') + list('c', sides, ' '),
      right(equal('1', 'a'), 50) + right(equal('2', 'b'), 50),
    )
    const { body, told } = first(match)
    expect([body.left.length, body.right.map((one) => plain(one.content)), body.pairs]).toEqual([
      2,
      ['甲', '乙'],
      [
        ['A', 'a'],
        ['B', 'b'],
      ],
    ])
    expect(told).toEqual(['warn: 没有内容的匹配项已略过'])
  })

  test('that are a picture or the key stay', () => {
    const picture = '&lt;p&gt;&lt;img src="https://example.org/a.png"&gt;&lt;/p&gt;'
    const choice = item('multiple_choice_question', text('哪个？') + list('r', label('1', picture) + label('2', '')), right(equal('2')))
    expect(first(choice).body.options).toHaveLength(2)
  })
})

describe('numbers with several answers', () => {
  const number = (...conditions: string[]) => first(item('numerical_question', text('几？') + typed('r'), conditions.join('')))
  const exact = (value: number, margin = 0) => right(`<or>${equal(String(value))}<and>${within(value - margin, value + margin)}</and></or>`)

  test('keep all of one margin, whatever has another is told', () => {
    const all = number(exact(4321), exact(1234), exact(1111))
    expect([all.body.blanks, all.told]).toMatchObject([[{ answer: '4321||1234||1111', compare: 'number', tolerance: 0 }], []])
    const mixed = number(exact(0), right(within(41.5, 42.5)), exact(42))
    expect([mixed.body.blanks, mixed.told]).toMatchObject([
      [{ answer: '0||42', tolerance: 0 }],
      ['warn: 数值题满分答案的误差不同，只保留与第一个误差相同的，其余 1 个已略过'],
    ])
    expect(number(exact(222, 10)).body.blanks).toMatchObject([{ answer: '222', tolerance: 10 }])
  })
})

describe('Blackboard, which marks a right answer by its feedback only', () => {
  const block = (kind: string, blocks: string, conditions: string) =>
    `<item><itemmetadata><bbmd_questiontype>${kind}</bbmd_questiontype></itemmetadata><presentation><flow class="Block"><flow class="QUESTION_BLOCK">${text('题干')}</flow>${blocks}</flow></presentation><resprocessing>${conditions}<respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar action="Set" variablename="SCORE">0.0</setvar><displayfeedback feedbacktype="Response" linkrefid="incorrect"/></respcondition></resprocessing></item>`
  const shown = (test: string, title = '1CE9') =>
    `<respcondition title="${title}"><conditionvar>${test}</conditionvar><displayfeedback feedbacktype="Response" linkrefid="correct"/><displayfeedback feedbacktype="Response" linkrefid="${title}"/></respcondition>`

  test('fill-ins', () => {
    const { type, body, told } = first(
      block('Fill in the Blank', typed('response'), shown(equal('frog', 'response')) + shown(equal('toad', 'response'), '2')),
    )
    expect([type, body.blanks, told]).toMatchObject([QuType.fillIn, [{ answer: 'frog||toad' }], []])
  })

  test('matchings', () => {
    const labels = (id: string) => ['1', '2'].map((one) => `<response_label ident="${id}${one}"/>`).join('')
    const left = (id: string, words: string) =>
      `<flow class="Block">${text(words)}${list(id, `<flow_label>${labels(id)}</flow_label>`)}</flow>`
    const rights = `<flow class="RIGHT_MATCH_BLOCK"><flow class="Block">${text('哺乳')}</flow><flow class="Block">${text('两栖')}</flow></flow>`
    const blocks = `<flow class="RESPONSE_BLOCK">${left('p', '猫')}${left('q', '蛙')}</flow>${rights}`
    const { body, told } = first(block('Matching', blocks, shown(equal('p1', 'p'), 'a') + shown(equal('q2', 'q'), 'b')))
    expect([body.pairs, told]).toEqual([
      [
        ['A', 'a'],
        ['B', 'b'],
      ],
      [],
    ])
  })

  test('an essay that only says so has no warning, any other response without a key has one', () => {
    expect(first(block('Essay', typed('response'), '')).told).toEqual([])
    expect(first(item('essay_question', text('简述') + typed('r'))).told).toEqual([])
    expect(first(item('short_answer_question', text('首都？') + typed('r'))).told).toEqual([
      'warn: 没有识别出题型和答案，按没有参考答案的简答题导入，请核对',
    ])
  })
})

describe('items that name no type', () => {
  test('with several lists of right answers have blanks, not pairs that all point to the first word', () => {
    const blanks = list('a', label('1', '红'), 'x') + list('b', label('2', '蓝') + label('3', '青'), 'y')
    const keys = right(equal('1', 'a'), 50) + right(equal('2', 'b'), 50) + right(equal('3', 'b'), 50)
    const { type, body } = first(item('', text('[x] 与 [y]') + blanks, keys))
    expect([type, body.blanks.map((one) => one.answer)]).toEqual([QuType.fillIn, ['红', '蓝||青']])
  })

  test('with several different lists have a choice for each gap; with the same lists they are a matching', () => {
    const gaps = list('a', label('1', '红') + label('2', '蓝'), 'x') + list('b', label('3', '甲') + label('4', '乙'), 'y')
    const lists = first(item('', text('[x] 与 [y]') + gaps, right(equal('2', 'a'), 50) + right(equal('3', 'b'), 50)))
    expect([lists.type, lists.body.subs.map((sub) => sub.options.map((one) => one.isRight))]).toEqual([
      QuType.composite,
      [
        [false, true],
        [true, false],
      ],
    ])
    const sides = label('1', '甲') + label('2', '乙')
    const same = item('', text('配') + list('a', sides, '一') + list('b', sides, '二'), right(equal('2', 'a')) + right(equal('1', 'b')))
    expect([first(same).type, first(same).body.pairs.map(([, tag]) => tag)]).toEqual([QuType.matching, ['b', 'a']])
  })

  test('with several texts have blanks; a formula is refused by name', () => {
    const texts = first(item('', text('两个词') + typed('a') + typed('b'), right(equal('红', 'a'), 50) + right(equal('蓝', 'b'), 50)))
    expect([texts.type, texts.body.blanks.map((one) => one.answer)]).toEqual([QuType.fillIn, ['红', '蓝']])
    const formula = item('', text('x+[y]') + typed('r')).replace(
      '</resprocessing>',
      '</resprocessing><itemproc_extension><calculated/></itemproc_extension>',
    )
    expect(first(formula).told).toEqual(['error: 不支持的题型 calculated'])
  })
})

describe('a section with a text of its own', () => {
  const passage = `<presentation_material><flow_mat>${text('<p>阅读短文，回答问题。</p>')}</flow_mat></presentation_material>`
  const key = (id: string, value: string) =>
    `<respcondition><conditionvar><varequal respident="${id}">${value}</varequal></conditionvar><setvar varname="SCORE">100</setvar></respcondition>`
  const one = item('multiple_choice_question', text('<p>一问</p>') + list('r', label('x', '甲') + label('y', '乙')), key('r', 'y'))
  const two = item('true_false_question', text('<p>二问</p>') + list('r', label('x', 'True') + label('y', 'False')), key('r', 'x'))
  const broken = item('file_upload_question', text('<p>三问</p>'))
  const read = (inner: string) =>
    readQti(
      new Map([
        ['quiz.xml', Buffer.from(`<questestinterop><assessment title="t"><section>${inner}</section></assessment></questestinterop>`)],
      ]),
    )
  const shownOf = (inner: string) =>
    read(inner).questions.map((question) => {
      const { body, hasError } = judge(question)
      return [question.row, question.quType, plain(body.content), body.subs.map((sub) => `${sub.quType} ${plain(sub.content)}`), hasError]
    })

  test('is a composite', () => {
    expect(shownOf(`<section>${passage}${one}${two}</section>${two}`)).toEqual([
      [1, QuType.composite, '阅读短文，回答问题。', [`${QuType.single} 一问`, `${QuType.trueFalse} 二问`], false],
      [2, QuType.trueFalse, '二问', [], false],
    ])
  })

  test('stands before the stems where a part cannot be read, or where it is one', () => {
    expect(shownOf(`<section>${passage}${one}${broken}</section><section>${passage}${two}</section>`)).toEqual([
      [1, QuType.single, '阅读短文，回答问题。一问', [], false],
      [2, QuType.shortAnswer, '阅读短文，回答问题。三问', [], true],
      [3, QuType.trueFalse, '阅读短文，回答问题。二问', [], false],
    ])
  })

  test('of texts only is told', () => {
    const { questions, notes } = read(`<section>${passage}${item('text_only_question', text('<p>说明</p>'))}</section>${one}`)
    expect([questions.map((each) => each.row), notes.map((each) => each.key)]).toEqual([[1], ['moodleDescriptions']])
  })
})
