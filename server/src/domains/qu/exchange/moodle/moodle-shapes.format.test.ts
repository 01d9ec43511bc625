// Moodle XML of other sites and versions: what a file says is imported, or named in a message.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseMoodle } from './moodle-parse.format.ts'

const read = (type: string, inner: string, stem = '<p>题干</p>') =>
  parseMoodle(
    `<quiz><question type="${type}"><questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext>${inner}</question></quiz>`,
  )!
const first = (type: string, inner: string, stem?: string) => {
  const [question] = read(type, inner, stem).questions
  return { ...question!, told: judge(question!).problems.map((one) => one.msg) }
}
const text = (words: string) => `<text>${words}</text>`

test('cloze: feedback and unequal credit are told, a number that is none is an error', () => {
  expect(first('cloze', '', '<p>{1:MULTIRESPONSE:%100%甲#对~%50%乙~丙}</p>').told).toEqual([
    '选项的反馈不能保存，已略过',
    '各选项的分值比例不同，导入后按答对的选项平均给分',
  ])
  expect(first('cloze', '', '<p>{1:NUMERICAL:=zero}</p>').told).toEqual(['数值题的答案不是数'])
})

test('a star in a typed answer is a wildcard, which is told, unless a backslash stands before it', () => {
  const answer = (words: string) => `<answer fraction="100">${text(words)}</answer>`
  const blanks = (type: string, inner: string, stem?: string) => {
    const { body, told } = first(type, inner, stem)
    return [body.blanks?.map((one) => one.answer), told]
  }
  const warned = ['答案中的通配符 * 按普通字符导入']
  expect(blanks('shortanswer', answer('水*'))).toEqual([['水*'], warned])
  expect(blanks('shortanswer', answer(String.raw`2\*3`))).toEqual([['2*3'], []])
  expect(blanks('cloze', '', '<p>{1:SHORTANSWER:=水*}</p>')).toEqual([['水*'], warned])
})

test('options of embedded answers are HTML', () => {
  const { body } = first('cloze', '', '<p>{1:MULTICHOICE:=H<sub>2</sub>O &lt; 1~b} ____</p>')
  expect([body.content, body.subs?.[0]?.options?.[0]?.content]).toEqual(['<p>（1）____ ____</p>', '<p>H<sub>2</sub>O &lt; 1</p>'])
})

test('a single choice with two full answers keeps both, to be mended', () => {
  const answers = [100, 100, 0].map((share, at) => `<answer fraction="${share}">${text(`选${at}`)}</answer>`).join('')
  const { quType, body, told } = first('multichoice', `<single>true</single>${answers}`)
  expect([quType, body.options?.map((one) => one.isRight), told[0]]).toEqual([
    QuType.single,
    [true, true, false],
    '单选题必须有且只有一个正确选项',
  ])
})

test('a single choice without a full answer keeps its options, to be mended', () => {
  const answers = [50, 0].map((share, at) => `<answer fraction="${share}">${text(`选${at}`)}</answer>`).join('')
  const { body, told } = first('multichoice', `<single>true</single>${answers}`)
  expect([body.options?.map((one) => [one.content, one.isRight]), told]).toEqual([
    [
      ['<p>选0</p>', false],
      ['<p>选1</p>', false],
    ],
    ['单选题没有满分的选项', '只得部分分的选项按错误选项导入', '单选题必须有且只有一个正确选项'],
  ])
})

test('the picture of Moodle 1.9 stands beside the text', () => {
  const picture = Buffer.from('picture').toString('base64')
  const { questions, files } = read('essay', `<image>course/map.gif</image><image_base64>${picture}</image_base64>`)
  expect(questions[0]?.body.content).toBe('<p>题干</p><p><img src="/@file/0" alt=""></p>')
  expect(files.map((file) => [file.name, Buffer.from(file.bytes).toString()])).toEqual([['map.gif', 'picture']])
})

test('points other than the usual one are told, because a bank has none', () => {
  expect(first('essay', '<defaultgrade>5.0000000</defaultgrade>', '<p>说明</p>').told).toEqual([
    '题目的 5 分没有保存，分数在试卷模板中设置',
  ])
  expect(first('essay', '<defaultgrade>1.0000000</defaultgrade>', '<p>说明</p>').told).toEqual([])
})

test('MathML becomes a formula; hints are told', () => {
  const { body, told } = first('essay', `<hint>${text('想想')}</hint>`, '<p>求 <math><msqrt><mi>x</mi></msqrt></math></p>')
  expect(body.content).toBe(String.raw`<p>求 <span data-type="inline-math" data-latex="\sqrt{x}"></span></p>`)
  expect(told).toEqual(['提示（hint）不能保存，已略过'])
})

describe('gaps with words', () => {
  const words = (name: string, ...given: [string, string][]) =>
    given.map(([word, group]) => `<${name}>${text(word)}<group>${group}</group></${name}>`).join('')
  const stem = '<p>[[1]]能灭火，[[3]]能助燃。</p>'

  test('to choose from (gapselect) become a composite, each gap with the words of its group', () => {
    const given = words('selectoption', ['水', '1'], ['沙', '1'], ['氧', '2'], ['氮', '2'])
    const { quType, body, told } = first('gapselect', given, stem)
    expect([quType, body.content, told]).toEqual([
      QuType.composite,
      '<p>（1）____能灭火，（2）____能助燃。</p>',
      ['“gapselect”题按组合题导入，每个空一道小题'],
    ])
    expect(body.subs?.map((sub) => sub.options?.map((one) => `${one.isRight ? '+' : '-'}${one.content}`))).toEqual([
      ['+<p>水</p>', '-<p>沙</p>'],
      ['+<p>氧</p>', '-<p>氮</p>'],
    ])
    expect(first('gapselect', words('selectoption', ['水', '1']), stem).told).toEqual(['空的答案不在可选的词中'])
  })

  test('to drag (ddwtos) become a matching, with several groups a composite', () => {
    const { quType, body, told } = first('ddwtos', words('dragbox', ['水', '1'], ['油', '1'], ['氧', '1']), stem)
    expect([quType, body.content, body.pairs, told]).toEqual([
      QuType.matching,
      '<p>【空 1】能灭火，【空 2】能助燃。</p>',
      [
        ['A', 'a'],
        ['B', 'c'],
      ],
      ['“ddwtos”题按匹配题导入'],
    ])
    expect(first('ddwtos', words('dragbox', ['水', '1'], ['油', '1'], ['氧', '2'], ['氮', '2']), stem).quType).toBe(QuType.composite)
  })
})

test('ordering becomes a matching with places', () => {
  const answers = [2, 1, 3].map((place) => `<answer fraction="${place}" format="html">${text(`第${place}步`)}</answer>`).join('')
  const { quType, body, told } = first(
    'ordering',
    `<gradingtype>-1</gradingtype><selecttype>0</selecttype><selectcount>2</selectcount>${answers}`,
  )
  expect([quType, body.rule, told]).toEqual([QuType.matching, { matching: 'strict' }, ['“ordering”题按匹配题导入']])
  expect(body.right?.map((one) => one.content)).toEqual(['<p>第1步</p>', '<p>第2步</p>', '<p>第3步</p>'])
})

test('pairs with fewer right items are reusable', () => {
  const pair = (left: string, right: string) => `<subquestion format="html">${text(left)}<answer>${text(right)}</answer></subquestion>`
  const { body, told } = first('matching', pair('猫', '哺乳') + pair('狗', '哺乳') + pair('蛙', '两栖'))
  expect([body.right?.map((one) => one.reusable), told]).toEqual([[true, true], []])
})
