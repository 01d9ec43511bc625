// Chinese papers as they are printed: numbers, headings, and answers in all their places.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseDocx } from './docx-parse.format.ts'

const paper = (...lines: string[]) => parseDocx(lines.map((line) => (line.startsWith('<') ? line : `<p>${line}</p>`)).join(''))
/** Stem without tags, and right letters, verdict or answer of each question. */
const shortOf = (...lines: string[]) =>
  paper(...lines).questions.map((one) => {
    const { body, problems } = judge(one)
    const right = body.options.flatMap((option) => (option.isRight ? [option.tag] : [])).join('')
    const words = right || body.blanks.map((blank) => blank.answer).join('；') || body.modelAnswer.replaceAll(/<[^>]*>/g, '')
    return [one.quType, body.content.replaceAll(/<[^>]*>/g, ''), words, ...problems.map((problem) => problem.msg)]
  })
const choices = ['A. 110', 'B. 119']

describe('numbers', () => {
  test.each([
    ['a tab', '1\t', '2\t'],
    ['a tab after full-width digits', '１\t', '２\t'],
    ['顿号', '1、', '2、'],
    ['a full-width point', '1．', '2．'],
    ['a bracket', '1）', '2）'],
    ['brackets', '（1）', '（2）'],
    ['square brackets', '【1】', '[2]'],
    ['a space', '1 ', '2 '],
  ])('with %s begin questions', (_name, one, two) => {
    expect(shortOf(`${one}火警电话？`, ...choices, '答案：B', `${two}水能灭油火。`, '答案：错')).toEqual([
      [QuType.single, '火警电话？', 'B'],
      [QuType.trueFalse, '水能灭油火。', 'B'],
    ])
  })

  test('in brackets are parts of a question where other numbers begin questions', () => {
    expect(shortOf('1. 简述：', '（1）疏散；', '（2）报警。', '答案：略')).toEqual([
      [QuType.shortAnswer, '简述：（1）疏散；（2）报警。', '略'],
    ])
  })
})

test('a heading between questions is no part of the answer before it', () => {
  const { questions } = paper(
    '判断题',
    '1. 党员必须遵守纪律。',
    '正确答案：错',
    '--- 《党章》第二部分 ---',
    '单选题',
    '2. 哪个？',
    ...choices,
    '答案：A',
    '--- 第三部分 ---',
    '多选题',
    '3. 哪些？',
    ...choices,
    '答案：AB',
    '------',
  )
  expect(questions.map((one) => [one.quType, one.chapter, judge(one).problems])).toEqual([
    [QuType.trueFalse, '', []],
    [QuType.single, '《党章》第二部分', []],
    [QuType.multiple, '第三部分', []],
  ])
})

test('options in one line need no space between them', () => {
  const [question] = paper('1. 哪个？（ C ）', 'A.甲B.乙C.PH值D.丁').questions
  expect(question?.body.options?.map((one) => [one.content, one.isRight])).toEqual([
    ['<p>甲</p>', false],
    ['<p>乙</p>', false],
    ['<p>PH值</p>', true],
    ['<p>丁</p>', false],
  ])
})

test.each([
  ['in lines', ['A. 维生素A、碘', 'B. 维生素C、锌', 'C. 铁', 'D. 维生素E、K']],
  ['in lines with the same sign', ['A、维生素A、碘', 'B、维生素C、锌', 'C、铁', 'D、维生素E、K']],
  ['in one line', ['A．维生素A、碘  B．维生素C、锌  C．铁  D．维生素E、K']],
  ['in two lines with the same sign', ['A、维生素A、碘  B、维生素C、锌', 'C、铁  D、维生素E、K']],
  ['in two lines', ['A．维生素A、碘  B．维生素C、锌', 'C．铁  D．维生素E、K']],
])('a letter within an option begins no option: %s', (_name, lines) => {
  const [question] = paper('1. 哪个？', ...lines, '答案：D').questions
  expect(question?.body.options?.map((one) => one.content)).toEqual(
    ['维生素A、碘', '维生素C、锌', '铁', '维生素E、K'].map((one) => `<p>${one}</p>`),
  )
  expect(question?.problems).toEqual([])
})

test('options that are numbers need no space between them; behind a Latin word all are divided, with a warning, or none', () => {
  const lines = ['A.2B.3C.5D.4', 'A.甲B.乙C.DNAD.丁', 'A.MD5B.DESC.RSAD.丁', 'A.甲B.DNAC.丙']
  const { questions: found } = paper(...lines.flatMap((line, at) => [`${at + 1}. 哪个？`, line, '答案：A']))
  expect(found.map((one) => one.body.options?.map((each) => each.content.replaceAll(/<[^>]*>/g, '')))).toEqual([
    ['2', '3', '5', '4'],
    ['甲', '乙', 'DNA', '丁'],
    ['MD5', 'DES', 'RSA', '丁'],
    ['甲', 'DNAC.丙'],
  ])
  const guessed = '选项之间没有空格，按字母分开，请核对'
  expect(found.map((one) => one.problems.map(({ level, msg }) => [level, msg]))).toEqual([
    [],
    [['warn', guessed]],
    [['warn', guessed]],
    [['warn', '选项 B 中可能还有选项 C，请核对']],
  ])
})

test('a number begins a question also where its text begins with a digit', () => {
  expect(shortOf('1、2014年？', ...choices, '答案：A', '2．2015年？', ...choices, '答案：B')).toEqual([
    [QuType.single, '2014年？', 'A'],
    [QuType.single, '2015年？', 'B'],
  ])
})

test('a number that looks like a decimal begins a question where it continues the count', () => {
  expect(shortOf('1．哪个？（A）', 'A．甲  B．乙', '2．19世纪？（B）', 'A．甲  B．乙', '3.3支？', ...choices, '答案：A')).toEqual([
    [QuType.single, '哪个？（　）', 'A'],
    [QuType.single, '19世纪？（　）', 'B'],
    [QuType.single, '3支？', 'A'],
  ])
  expect(
    shortOf('1. 多少？', '2.5米', '还是三米？', '答案：一', '2.5克', '2. 圆周率？', '答案：', '3.14', '3. 完？', '答案：', '4.5'),
  ).toEqual([
    [QuType.shortAnswer, '多少？2.5米还是三米？', '一2.5克'],
    [QuType.shortAnswer, '圆周率？', '3.14'],
    [QuType.shortAnswer, '完？', '4.5'],
  ])
})

test('spaces between some options only are enough', () => {
  const [question] = paper('1. 哪个？', 'A.甲  B.乙C.丙D.丁', '答案：D').questions
  expect(question?.body.options?.map((one) => one.content)).toEqual(['甲', '乙', '丙', '丁'].map((one) => `<p>${one}</p>`))
})

describe('answers', () => {
  test('in brackets within the stem', () => {
    expect(shortOf('1. 火警电话是（ B ）号。', ...choices, '2. 维生素（C）和（D）哪个？', ...choices)).toEqual([
      [QuType.single, '火警电话是（　）号。', 'B'],
      [QuType.single, '维生素（C）和（D）哪个？', '', '缺少答案', '单选题必须有且只有一个正确选项'],
    ])
  })

  const questions = ['一、单选题', '1. 一题', ...choices, '2. 二题', ...choices, '二、判断题', '1. 三题', '三、简答题', '1. 四题']
  const expected = [
    [QuType.single, '一题', 'B'],
    [QuType.single, '二题', 'A'],
    [QuType.trueFalse, '三题', 'B'],
    [QuType.shortAnswer, '四题', '要点：1. 断电；2. 报警。'],
  ]
  const essay = ['三、简答题', '1. 要点：', '1. 断电；', '2. 报警。']

  test.each([
    ['lists', ['参考答案', '一、单选题', '1. B 2. A', '二、判断题', '1. ×', ...essay]],
    ['ranges', ['参考答案及解析', '一、单选题', '1-2 BA', '二、判断题：1-1 ×', ...essay]],
    ['ranges with spaces', ['试题答案：', '一、单选题', '1～2：B、A', '二、判断题', '1、错', ...essay]],
    [
      'tables',
      [
        '标准答案',
        '一、单选题',
        '<table><tr><td>题号</td><td>1</td><td>2</td></tr><tr><td>答案</td><td>B</td><td>A</td></tr></table>',
        '二、判断题',
        '<table><tr><td>题号</td><td>答案</td></tr><tr><td>1</td><td>错误</td></tr></table>',
        ...essay,
      ],
    ],
  ])('at the end of the paper, in %s', (_name, key) => {
    expect(shortOf(...questions, ...key)).toEqual(expected)
  })

  test('of several choices in a range, and analyses below', () => {
    const { questions: found, notes } = paper(
      '多选题',
      ...['1. 一题', '2. 二题'].flatMap((stem) => [stem, 'A. 甲', 'B. 乙', 'C. 丙']),
      '参考答案',
      '1-2 AB ABC',
      '解析：都对',
    )
    expect(found.map((one) => [one.body.options?.filter((option) => option.isRight).length, one.body.analysis])).toEqual([
      [2, ''],
      [3, '<p>都对</p>'],
    ])
    expect(notes).toEqual([])
  })

  test('without a question are told', () => {
    const { notes } = paper('1. 一题', ...choices, '答案：A', '参考答案', '1. B', '2. A', '3-5 AB')
    expect(notes.map((one) => one.zh)).toEqual(['答案表中第 1、2、3 题的答案找不到唯一的试题，未采用'])
  })

  test('an empty grid for answers is no key', () => {
    const grid = '<table><tr><td>题号</td><td>1</td></tr><tr><td>答案</td><td></td></tr></table>'
    expect(shortOf(grid, '1. 一题', ...choices, '答案：B')).toEqual([[QuType.single, '一题', 'B']])
  })
})
