// QTI 1.2 in the shapes of Canvas classic quizzes and Blackboard pools.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { readQti } from './qti.package.ts'

const file = (inner: string, name = 'quiz.xml', more: Record<string, string> = {}) =>
  readQti(
    new Map(
      Object.entries({
        [name]: `<?xml version="1.0"?><questestinterop><assessment title="消防"><section>${inner}</section></assessment></questestinterop>`,
        ...more,
      }).map(([path, text]) => [path, Buffer.from(text)]),
    ),
  )
const first = (inner: string) => {
  const [question] = file(inner).questions
  const judged = judge(question!)
  return { ...question!, body: judged.body, told: judged.problems.map((one) => one.msg) }
}
const text = (html: string) => `<material><mattext texttype="text/html">${html.replaceAll('<', '&lt;')}</mattext></material>`
const canvas = (type: string, presentation: string, conditions = '', feedback = '') =>
  `<item ident="i"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>${presentation}</presentation><resprocessing>${conditions}</resprocessing>${feedback}</item>`
const label = (id: string, words: string) => `<response_label ident="${id}">${text(words)}</response_label>`
const list = (id: string, labels: string, name = '', cardinality = 'Single') =>
  `<response_lid ident="${id}" rcardinality="${cardinality}">${name === '' ? '' : text(name)}<render_choice>${labels}</render_choice></response_lid>`
const typed = '<response_str ident="r" rcardinality="Single"><render_fib/></response_str>'
const right = (test: string, points = 100) =>
  `<respcondition continue="No"><conditionvar>${test}</conditionvar><setvar action="Set" varname="SCORE">${points}</setvar></respcondition>`
const equal = (value: string, id = 'r') => `<varequal respident="${id}">${value}</varequal>`
const rights = (question: ReturnType<typeof first>) => question.body.options.map((one) => one.isRight)

describe('Canvas', () => {
  const two = label('1', '甲') + label('2', '乙')

  test('single choices, with feedback and a formula', () => {
    const stem = text('<p>求 <img class="equation_image" data-equation-content="x^2" src="/equation_images/x"></p>')
    const feedback = `<itemfeedback ident="general_fb"><flow_mat>${text('<p>因为</p>')}</flow_mat></itemfeedback><itemfeedback ident="2_fb">${text('再想')}</itemfeedback>`
    const question = first(canvas('multiple_choice_question', stem + list('r', two), right(equal('1')), feedback))
    expect([question.quType, rights(question), question.chapter]).toEqual([QuType.single, [true, false], '消防'])
    expect(question.body.content).toBe('<p>求 <span data-type="inline-math" data-latex="x^2"></span></p>')
    expect([question.body.analysis, question.told]).toEqual(['<p>因为</p>', ['选项的反馈不能保存，已略过']])
  })

  test('several answers: a value below `not` is none', () => {
    const key = right(`<and>${equal('1')}<not>${equal('2')}</not>${equal('3')}</and>`)
    const question = first(canvas('multiple_answers_question', text('哪些？') + list('r', two + label('3', '丙'), '', 'Multiple'), key))
    expect([question.quType, rights(question), question.told]).toEqual([QuType.multiple, [true, false, true], []])
  })

  test('true or false, short answers, numbers and essays', () => {
    const truth = first(
      canvas('true_false_question', text('对吗？') + list('r', label('1', 'True') + label('2', 'False')), right(equal('2'))),
    )
    expect([truth.quType, rights(truth)]).toEqual([QuType.trueFalse, [false, true]])
    const words = first(canvas('short_answer_question', text('火警？') + typed, right(equal('119') + equal('一一九'))))
    expect(words.body.blanks).toMatchObject([{ answer: '119||一一九' }])
    const bounds = '<vargte respident="r">2.9</vargte><varlte respident="r">3.1</varlte>'
    const number = first(canvas('numerical_question', text('π？') + typed, right(`<or>${equal('3')}<and>${bounds}</and></or>`)))
    expect(number.body.blanks).toMatchObject([{ answer: '3', compare: 'number', tolerance: 0.1 }])
    const range = first(canvas('numerical_question', text('π？') + typed, right(bounds)))
    expect(range.body.blanks).toMatchObject([{ answer: '3', compare: 'number', tolerance: 0.1 }])
    expect(first(canvas('essay_question', text('简述') + typed)).quType).toBe(QuType.shortAnswer)
  })

  test('pairs, gaps and lists in a text', () => {
    const sides = label('1', '哺乳') + label('2', '两栖')
    const match = first(
      canvas(
        'matching_question',
        text('分类') + list('a', sides, '猫') + list('b', sides, '狗') + list('c', sides, '蛙'),
        right(equal('1', 'a'), 33) + right(equal('1', 'b'), 33) + right(equal('2', 'c'), 33),
      ),
    )
    expect([match.body.left.map((one) => one.content), match.body.pairs.map(([, tag]) => tag), match.told]).toEqual([
      ['<p>猫</p>', '<p>狗</p>', '<p>蛙</p>'],
      ['a', 'a', 'b'],
      [],
    ])
    const gaps = first(
      canvas(
        'fill_in_multiple_blanks_question',
        text('<p>[x] 是火警，[y] 是急救。</p>') +
          list('b', label('3', '120'), 'y') +
          list('a', label('1', '119') + label('2', '一一九'), 'x'),
        right(equal('1', 'a'), 50) + right(equal('2', 'a'), 50) + right(equal('3', 'b'), 50),
      ),
    )
    expect([gaps.body.content, gaps.body.blanks.map((one) => one.answer)]).toEqual([
      '<p>____ 是火警，____ 是急救。</p>',
      ['119||一一九', '120'],
    ])
    const lists = first(canvas('multiple_dropdowns_question', text('<p>选 [x]。</p>') + list('a', two, 'x'), right(equal('2', 'a'))))
    expect([lists.body.content, lists.body.subs[0]?.options.map((one) => one.isRight)]).toEqual(['<p>选 （1）____。</p>', [false, true]])
  })

  test('pictures of the package, texts without question, unsupported types', () => {
    const stem = text('<p><img src="$IMS-CC-FILEBASE$/Uploaded%20Media/a%20b.png?x=1"></p>')
    const { questions, files, notes } = file(
      canvas('text_only_question', text('说明')) + canvas('file_upload_question', stem),
      'g/quiz.xml',
      { 'web_resources/Uploaded Media/a b.png': 'png', 'g/assessment_meta.xml': '<quiz/>' },
    )
    expect(questions.map((one) => one.problems[0]?.msg)).toEqual(['不支持的题型 file_upload_question'])
    expect([questions[0]?.body.content, files.map((one) => one.name)]).toEqual(['<p><img src="/@file/0"></p>', ['a b.png']])
    expect(notes.map((one) => one.zh)).toEqual(['略过 1 段说明文字（description）'])
  })
})

describe('Blackboard', () => {
  const words = (html: string) =>
    `<flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="HTML">${html.replaceAll('<', '&lt;')}</mat_formattedtext></mat_extension></material></flow>`
  const pool = (type: string, blocks: string, conditions: string) =>
    `<item><itemmetadata><bbmd_questiontype>${type}</bbmd_questiontype></itemmetadata><presentation><flow class="Block">${blocks}</flow></presentation><resprocessing>${conditions}</resprocessing></item>`
  const stem = `<flow class="QUESTION_BLOCK">${words('<p>题干</p>')}</flow>`
  const correct = (test: string) =>
    `<respcondition title="correct"><conditionvar>${test}</conditionvar><setvar variablename="SCORE" action="Set">SCORE.max</setvar></respcondition>`
  const option = (id: string, html: string) =>
    `<flow_label class="Block"><response_label ident="${id}"><flow_mat>${words(html)}</flow_mat></response_label></flow_label>`

  test('choices in a .dat file', () => {
    const block = `<flow class="RESPONSE_BLOCK"><response_lid ident="response" rcardinality="Single"><render_choice>${option('x1', '甲')}${option('x2', '乙')}</render_choice></response_lid></flow>`
    const incorrect = '<respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar>0</setvar></respcondition>'
    const { questions } = file(pool('Multiple Choice', stem + block, correct(equal('x2', 'response')) + incorrect), 'res00001.dat')
    expect(questions.map((one) => [one.quType, one.body.content, one.body.options?.map((choice) => choice.isRight)])).toEqual([
      [QuType.single, '<p>题干</p>', [false, true]],
    ])
  })

  test('pairs, whose right items stand beside the lists', () => {
    const labels = (prefix: string) => ['1', '2'].map((id) => `<response_label ident="${prefix}${id}"/>`).join('')
    const left = (id: string, html: string) =>
      `<flow class="Block">${words(html)}<response_lid ident="${id}" rcardinality="Single"><render_choice><flow_label class="Block">${labels(id)}</flow_label></render_choice></response_lid></flow>`
    const blocks = `${stem}<flow class="RESPONSE_BLOCK">${left('p', '北京')}${left('q', '东京')}</flow><flow class="RIGHT_MATCH_BLOCK"><flow class="Block">${words('日本')}</flow><flow class="Block">${words('中国')}</flow></flow>`
    const condition = (id: string, value: string) =>
      `<respcondition title="${id}"><conditionvar>${equal(value, id)}</conditionvar><setvar>50</setvar></respcondition>`
    const question = first(pool('Matching', blocks, condition('p', 'p2') + condition('q', 'q1')))
    expect([question.body.content, question.body.left.map((one) => one.content), question.body.right.map((one) => one.content)]).toEqual([
      '<p>题干</p>',
      ['<p>北京</p>', '<p>东京</p>'],
      ['<p>日本</p>', '<p>中国</p>'],
    ])
    expect([question.body.pairs, question.told]).toEqual([
      [
        ['A', 'b'],
        ['B', 'a'],
      ],
      [],
    ])
  })
})

test('half a file is a row with an error; a reference to the DTD of the format is none', () => {
  const item = canvas('essay_question', text('简述') + typed)
  const read = (content: string) => readQti(new Map([['a.xml', Buffer.from(content)]])).questions.map((one) => one.problems[0]?.msg)
  const doctype = '<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd">'
  expect(read(`${doctype}<questestinterop>${item}</questestinterop>`)).toEqual([undefined])
  expect(read(`<questestinterop>${item}`)).toEqual(['文件不完整，可能没有传完或已损坏'])
  expect(read(`<!DOCTYPE q [<!ENTITY a "b">]><questestinterop>${item}</questestinterop>`)).toEqual([
    '文件含有 DOCTYPE 声明，不能读取，请删去后再上传',
  ])
})
