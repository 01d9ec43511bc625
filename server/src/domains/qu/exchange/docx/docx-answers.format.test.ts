// Answers wherever and however a paper writes them: none is left in a question, and none is lost.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseDocx } from './docx-parse.format.ts'

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
/** Type, stem, options with the right ones marked or answers, and the warnings, of each question. */
const shortOf = (...lines: string[]) =>
  parseDocx(lines.map((line) => (line.startsWith('<') ? line : `<p>${line}</p>`)).join('')).questions.map((one) => {
    const { body, problems } = judge(one)
    const options = body.options.map((option) => `${option.isRight ? '*' : ''}${plain(option.content)}`)
    const answers = body.blanks.map((blank) => blank.answer)
    return {
      type: one.quType,
      stem: plain(body.content),
      is: options.length > 0 ? options : answers.length > 0 ? answers : [plain(body.modelAnswer)],
      told: problems.map(({ level, msg }) => `${level}: ${msg}`),
    }
  })
const choices = ['A. 上海', 'B. 北京']
const capital = { type: QuType.single, stem: '首都是？', is: ['上海', '*北京'], told: [] }

const labels = [
  '答案：',
  '答案是：',
  '答案为：',
  '正确答案：',
  '标准答案：',
  '参考答案：',
  '正确答案是：',
  '试题答案：',
  '答：',
  '[答案]',
  '【答案】',
  '【标准答案】：',
  '［答案］',
  'Answer:',
  'ANS: ',
  'Correct answer: ',
]

describe('an answer', () => {
  test.each(labels)('behind %s is the key', (label) => {
    expect(shortOf('1. 首都是？', ...choices, `${label}B`)).toEqual([capital])
    expect(shortOf('1. 水是湿的。', `${label}对`)).toMatchObject([{ type: QuType.trueFalse, stem: '水是湿的。', told: [] }])
  })

  test.each(labels)('behind %s on the line of the last option, or of the stem, is the key, too', (label) => {
    expect(shortOf('1. 首都是？', 'A. 上海', `B. 北京 ${label}B`)).toEqual([capital])
    expect(shortOf('1. 首都是？', `A. 上海  B. 北京  ${label}B`)).toEqual([capital])
    expect(shortOf(`1. 瓶颈是知识的获取。 ${label}正确`)).toMatchObject([
      { type: QuType.trueFalse, stem: '瓶颈是知识的获取。', is: ['*正确', '错误'], told: [] },
    ])
  })

  test('of an essay on the line of its stem is the model answer; the analysis behind an answer is the analysis', () => {
    expect(shortOf('一、名词解释', '1. 回归 答：是描述关系的方法', '2. 方差')).toMatchObject([
      { stem: '回归', is: ['是描述关系的方法'], told: [] },
      { stem: '方差', is: [''] },
    ])
    const { questions } = parseDocx('<p>1. 首都是？</p><p>A. 上海</p><p>B. 北京</p><p>答案：B 解析：自 1949 年起。</p>')
    expect(questions[0]?.body).toMatchObject({ analysis: '<p>自 1949 年起。</p>' })
    expect(judge(questions[0]!).hasError).toBe(false)
  })

  test('of a candidate is no key', () => {
    expect(shortOf('1. 首都是？', ...choices, '我的答案：A', '正确答案：B')).toEqual([capital])
    expect(shortOf('1. 首都是？', ...choices, '我的答案：A 正确答案：B')).toEqual([capital])
    expect(shortOf('1. 首都是？', ...choices, '我的答案：A')[0]?.told).toContain('error: 缺少答案')
  })

  test('within an analysis or a talk is part of the text', () => {
    const { questions } = parseDocx('<p>1. 首都是？</p><p>A. 上海</p><p>B. 北京</p><p>答案：B</p><p>解析：因为如此。 故答案为：B</p>')
    expect(questions[0]?.body.analysis).toBe('<p>因为如此。 故答案为：B</p>')
    expect(shortOf('1. 甲问：去吗？ 答：去。谁去？', '答案：甲')).toMatchObject([{ stem: '甲问：去吗？ 答：去。谁去？', is: ['甲'] }])
  })

  test('in brackets of the stem may have spaces and commas', () => {
    const three = ['A. 甲', 'B. 乙', 'C. 丙', 'D. 丁']
    const right = ['*甲', '*乙', '丙', '*丁']
    expect(shortOf('1. 哪些？（ A B D ）', ...three)).toMatchObject([{ type: QuType.multiple, stem: '哪些？（　）', is: right, told: [] }])
    expect(shortOf('1. 哪些（A、B、D）对？', ...three)).toMatchObject([{ type: QuType.multiple, is: right, told: [] }])
  })

  test('of a key that begins on the line of its heading', () => {
    const two = ['1. 首都是？', ...choices, '2. 首都是？', ...choices]
    expect(shortOf(...two, '参考答案：1-2 BB')).toEqual([capital, capital])
    expect(shortOf(...two, '参考答案：1. B 2. B')).toEqual([capital, capital])
    expect(shortOf('1. 简述。', '参考答案：1. 断电 2. 报警')).toMatchObject([{ is: ['1. 断电 2. 报警'] }])
  })
})

describe('options', () => {
  test.each([
    ['a. ', 'b. ', 'b'],
    ['a) ', 'b) ', 'B'],
    ['（a）', '（b）', 'b'],
    ['a、', 'b、', 'b'],
    ['①', '②', '②'],
    ['① ', '② ', 'B'],
  ])('may begin %s', (one, two, key) => {
    const given = key === 'B' && one.startsWith('①') ? '②' : key
    expect(shortOf('1. 首都是？', `${one}上海`, `${two}北京`, `答案：${given}`)).toEqual([capital])
    expect(shortOf('1. 首都是？', `${one}上海   ${two}北京`, `答案：${given}`)).toEqual([capital])
  })

  test('with small letters take the key of the brackets, and of the end of the paper', () => {
    expect(shortOf('1. 首都是（ b ）', 'a. 上海', 'b. 北京')).toEqual([{ ...capital, stem: '首都是（　）' }])
    expect(shortOf('一、单选题', '1. 首都是？', 'a. 上海', 'b. 北京', '参考答案', '1. B')).toEqual([capital])
  })

  test('are none where the answer is no letter of them', () => {
    expect(shortOf('1. 简述：', '① 疏散；', '② 报警。', '答案：先断电')).toMatchObject([
      { type: QuType.shortAnswer, told: ['warn: 题干中可能含有没有识别出的选项，请核对'] },
    ])
    expect(shortOf('1. 正确的是？', '① 甲', '② 乙', 'A. ①', 'B. ①②', '答案：B')).toMatchObject([{ is: ['①', '*①②'], told: [] }])
  })
})

describe('answers in the gaps of the stem', () => {
  test('between lines, or underlined under a heading of blanks', () => {
    const told = ['warn: 答案取自题干的空中，请核对']
    expect(shortOf('一、填空题', '1. 样本越大，误差越____小_____。')).toEqual([
      { type: QuType.fillIn, stem: '样本越大，误差越____。', is: ['小'], told },
    ])
    expect(shortOf('1. 首都是__北京__，面积__960__万。')).toEqual([
      { type: QuType.fillIn, stem: '首都是____，面积____万。', is: ['北京', '960'], told },
    ])
    expect(shortOf('一、填空题', '<p>1. 首都是<u> 北京 </u>。</p>')).toMatchObject([{ stem: '首都是____。', is: ['北京'], told }])
  })

  test('are no answers where the text between two lines is part of the sentence, or the answer stands below', () => {
    expect(shortOf('1. 首都是____，面积是____万。', '答案：北京；960')).toMatchObject([{ is: ['北京', '960'], told: [] }])
    expect(shortOf('一、填空题', '1. 首都是____，面积是____万。')[0]?.told).toContain('error: 缺少答案')
  })
})

test('what was not recognised is valid only with a warning', () => {
  const told = (...lines: string[]) => shortOf(...lines)[0]?.told
  expect(told('1. 首都是？', '- [ ] 上海', '- [x] 北京')).toContain('warn: 题干中可能含有答案，请核对')
  expect(told('1. 首都是？', 'a) 上海', '*b) 北京')).toContain('warn: 题干中可能含有答案，请核对')
  expect(told('1. 首都是哪里？')).toEqual(['warn: 没有识别出题型和答案，按没有参考答案的简答题导入，请核对'])
  expect(told('1. 首都是____', '答案：B')).toEqual(['warn: 答案是选项字母，但没有选项，请核对'])
  expect(told('1. 首都是？', 'A. 上海', '答案：A', '难度：很易')).toContain('warn: 难度“很易”不是本站的难度，按“普通”导入')
  expect(told('一、简答题', '1. 简述。')).toEqual([])
})
