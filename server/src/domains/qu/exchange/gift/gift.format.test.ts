// GIFT and Aiken: parsed as in Moodle's documentation, written, and read back.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { parseAiken } from './aiken.format.ts'
import { judge, type Portable } from '../exchange.rules.ts'
import { parseGift } from './gift-parse.format.ts'
import { GiftWriter } from './gift-write.format.ts'

const one = (text: string) => parseGift(text).questions[0]!
const options = (text: string) => one(text).body.options?.map((option) => `${option.isRight ? '+' : '-'}${option.content}`)

describe('reading GIFT', () => {
  test('a single choice with its title, and comments between questions', () => {
    const { questions } = parseGift('// 第一题\n::灭火器:: 压力表指针应在哪里？ {\n=绿区 ~红区\n~黄区\n}\n\n// 注\n另一题{T}\n')
    expect(questions.map((question) => question.quType)).toEqual([QuType.single, QuType.trueFalse])
    expect(questions[0]?.body.content).toBe('<p>压力表指针应在哪里？</p>')
    expect(options('题{=绿区 ~红区}')).toEqual(['+<p>绿区</p>', '-<p>红区</p>'])
  })

  test('a missing word puts the blank in place of the answers', () => {
    expect(one('火警电话是 {=119 ~110} 。').body.content).toBe('<p>火警电话是 ____ 。</p>')
  })

  test('weights make a multiple choice; unequal ones produce a note', () => {
    const even = one('哪些是？ {~%50%甲 ~%50%乙 ~%-100%丙}')
    expect([even.quType, even.body.rule?.multiple, even.problems]).toEqual([QuType.multiple, 'share', []])
    expect(one('哪些是？ {~%70%甲 ~%30%乙 ~丙}').problems[0]?.msg).toContain('平均给分')
  })

  test('true and false in all their spellings, with feedback as analysis', () => {
    expect(['{T}', '{TRUE}', '{F}', '{false}'].map((key) => one(`题${key}`).body.options?.[0]?.isRight)).toEqual([true, true, false, false])
    expect(one('题{F#因为}').body.analysis).toBe('<p>因为</p>')
    expect(one('题{T####总说明}').body.analysis).toBe('<p>总说明</p>')
  })

  test('short answers become a blank with alternatives, numbers a blank with a tolerance', () => {
    expect(one('二加二{=四 =4 =肆}').body.blanks).toEqual([{ answer: '四||4||肆' }])
    expect(one('年份{#1822:5}').body.blanks).toEqual([{ answer: '1822', compare: 'number', tolerance: 5 }])
    expect(one('圆周率{#3.14..3.16}').body.blanks?.[0]).toMatchObject({ answer: '3.15', compare: 'number', tolerance: 0.01 })
    expect(one('年份{#=1822:0 =%50%1820:2}').body.blanks).toEqual([{ answer: '1822', compare: 'number', tolerance: 0 }])
  })

  test('pairs; a distractor has no left side, a repeated right side is reusable', () => {
    const { body } = one('配对{=北京 -> 中国 =东京 -> 日本 =大阪 -> 日本 = -> 泰国}')
    expect(body.pairs).toEqual([
      ['A', 'a'],
      ['B', 'b'],
      ['C', 'b'],
    ])
    expect(body.right?.map((item) => [item.content, item.reusable === true])).toEqual([
      ['<p>中国</p>', false],
      ['<p>日本</p>', true],
      ['<p>泰国</p>', false],
    ])
  })

  test('escaped characters, HTML, categories and tags', () => {
    const question = one(String.raw`$CATEGORY: $course$/top/消防//安防

// [id:7] [tag:电气] [tag:必考]
[html]<p>a \= b \{c\} \~ \#1 \: \(x\)</p>{\=甲 =乙 ~丙}`)
    expect(question).toMatchObject({ chapter: '消防/安防', tags: ['电气', '必考'] })
    expect(question.body.content).toBe('<p>a = b {c} ~ #1 : <span data-type="inline-math" data-latex="x"></span></p>')
  })

  test('answers may be separated by blank lines, and Markdown produces a note', () => {
    const { questions, notes } = parseGift('[markdown]选 **一个** {\n\n=甲\n\n~乙\n\n}\n\n下一题{T}\n\n没写完 {\n\n又一题{F}')
    expect(questions.map((question) => [question.quType, question.body.options?.length])).toEqual([
      [QuType.single, 2],
      [QuType.trueFalse, 2],
      [QuType.trueFalse, 2],
    ])
    expect(notes.map((one) => one.zh)).toEqual(['Markdown 标记不能识别，按普通文字导入', '略过 1 段没有答案的说明文字'])
  })

  test('text that is no question produces a note or an error', () => {
    const { questions, notes } = parseGift('只是说明\n\n数值{#很多}\n\n空的{ }')
    expect(notes.map((one) => one.zh)).toEqual(['略过 1 段没有答案的说明文字'])
    expect(questions.map((question) => [question.quType, question.problems[0]?.msg])).toEqual([
      [QuType.shortAnswer, '数值题的答案不是数'],
      [QuType.shortAnswer, undefined],
    ])
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
const written = (questions: Portable[]) => {
  const writer = new GiftWriter()
  return { text: questions.map((question) => writer.add(question)).join(''), lost: [...writer.lost] }
}
const choices = [
  { tag: 'A', content: '<p>a = b ~ {c} # \\frac{1}{2}</p>', isRight: true },
  { tag: 'B', content: '<p>第二行\\n不换行</p>', isRight: false },
]

describe('writing GIFT', () => {
  test('reports what the format cannot express', () => {
    const given = [
      portable(99, { content: '<p>组合</p>', subs: [] }),
      portable(2, { content: '<p>多选</p>', options: choices }, { level: QuLevel.hard }),
      portable(5, { content: '<p>两空</p>', blanks: [{ answer: '1' }, { answer: '2' }] }),
      portable(4, { content: '<p>简答</p>', modelAnswer: '<p>参考</p>' }),
    ]
    const { lost, text } = written(given)
    expect(lost).toHaveLength(5)
    expect(parseGift(text).questions).toHaveLength(3)
  })
})

describe('reading Aiken', () => {
  test('questions with letters and a point, bracket or 顿号; several answers make a multiple choice', () => {
    const { questions } = parseAiken('火警电话？\nA. 110\nB) 119\nANSWER: B\n\n哪些可燃？\nA、木\nB、水\nC、油\nANSWER: A,C\n')
    expect(questions.map((question) => question.quType)).toEqual([QuType.single, QuType.multiple])
    expect(questions[1]?.body.options?.map((option) => option.isRight)).toEqual([true, false, true])
    expect(questions.flatMap((question) => judge(question).problems)).toEqual([])
  })

  test.each([
    ['无答案行\nA. 甲\nB. 乙\n下一题\nA. 甲\nB. 乙\nANSWER: A', '缺少 ANSWER 行'],
    ['指错\nA. 甲\nB. 乙\nANSWER: D', 'ANSWER 行的“D”不是上面的选项'],
    ['一个选项\nA. 甲\nANSWER: A', '选项不足两个'],
  ])('an invalid question is imported with an error message', (text, reason) => {
    const [first] = parseAiken(text).questions
    expect(first?.problems[0]).toMatchObject({ row: 1, level: 'error', msg: reason })
  })

  test('a question whose answer is wrong keeps its options', () => {
    expect(parseAiken('指错\nA. 甲\nB. 乙\nANSWER: D').questions[0]?.body.options?.map((one) => one.content)).toEqual([
      '<p>甲</p>',
      '<p>乙</p>',
    ])
  })
})
