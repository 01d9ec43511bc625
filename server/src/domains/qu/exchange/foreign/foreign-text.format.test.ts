// Texts of other programs: Markdown lists, Respondus and text2qti, ExamView as text and as rich text.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { readForeignRtf, readForeignText } from './foreign-text.format.ts'

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
function shortOf(found: ReturnType<typeof readForeignText>) {
  return (found?.reading.questions ?? []).map((one) => {
    const { body, problems } = judge(one)
    const right = body.options.flatMap((option) => (option.isRight ? [`${option.tag}${plain(option.content)}`] : [])).join('+')
    const pairs = body.pairs.map((pair) => pair.join('')).join()
    const words = right || body.blanks.map((blank) => blank.answer).join('；') || pairs || plain(body.modelAnswer)
    return [one.quType, plain(body.content), words, ...problems.map((problem) => problem.msg)]
  })
}

describe('Markdown', () => {
  test('ticked lists below headings, numbers and paragraphs, with an explanation', () => {
    const found = readForeignText(`# 消防测验

## 1. 火警**电话**？

- [ ] 110
- [x] 119

> 解析：119 是火警。

## 2. 质数有

看代码：

\`\`\`sh
# 不是标题
\`\`\`

- [x] \`2\`
- [X] 3
- [ ] 4

3. 水能灭油火
- [ ] True
- [x] False
`)
    expect(found?.format).toBe('markdown')
    expect(shortOf(found)).toEqual([
      [QuType.single, '火警电话？', 'B119'],
      [QuType.multiple, '看代码：# 不是标题', 'A2+B3'],
      [QuType.trueFalse, '水能灭油火', 'BFalse'],
    ])
    expect(plain(found?.reading.questions[0]?.body.analysis ?? '')).toBe('119 是火警。')
    expect(found?.reading.questions[0]?.body.content).toBe('<p>火警<strong>电话</strong>？</p>')
  })

  test('a list where nothing is ticked lacks its answer', () => {
    expect(shortOf(readForeignText('甲\n- [x] 一\n- [ ] 二\n\n乙\n- [ ] 一\n- [ ] 二\n'))[1]).toEqual([
      QuType.single,
      '乙',
      '',
      '缺少答案',
      '单选题必须有且只有一个正确选项',
    ])
  })
})

describe('Respondus and text2qti', () => {
  test('types by line, by star and by box', () => {
    const found = readForeignText(`Title: Fire
1. Which number is it?
a. 110
*b. 119
@ It is 119.
~ Not that one.

Type: MR
2) Which are primes?
*a. 2
*b. 3
c. 4

Type: F
3) The capital is
a. Beijing
b. Peking

Type: E
4) Explain.
a. A sample answer

5. Water boils at 100 degrees.
*a. True
b. False

6. How many?
=   1.5 +- 0.1

7. The sign of water
*   H2O
*   water

8. Upload it.
^^^^
`)
    expect(found?.format).toBe('respondus')
    expect(shortOf(found)).toEqual([
      [QuType.single, 'Which number is it?', 'B119', '选项的反馈不能保存，已略过'],
      [QuType.multiple, 'Which are primes?', 'A2+B3'],
      [QuType.fillIn, 'The capital is', 'Beijing||Peking'],
      [QuType.shortAnswer, 'Explain.', 'A sample answer'],
      [QuType.trueFalse, 'Water boils at 100 degrees.', 'ATrue'],
      [QuType.fillIn, 'How many?', '1.5'],
      [QuType.fillIn, 'The sign of water', 'H2O||water'],
      [QuType.shortAnswer, 'Upload it.', '', '不支持的题型 file upload'],
    ])
    expect(plain(found?.reading.questions[0]?.body.analysis ?? '')).toBe('It is 119.')
  })

  test('boxes, and a list of answers at the end', () => {
    expect(shortOf(readForeignText('1. Primes?\n[*] 2\n[*] 3\n[ ] 4\n'))).toEqual([[QuType.multiple, 'Primes?', 'A2+B3']])
    expect(shortOf(readForeignText('1. One?\n*a) 1\nb) 2\n2. Two?\na) 1\nb) 2\n\nAnswers:\n2. B\n'))[1]).toEqual([
      QuType.single,
      'Two?',
      'B2',
    ])
  })
})

const test1 = `Fire Test

True/False
Indicate whether the statement is true or false.

____\t1.\tWater puts out burning oil.

Multiple Choice
Identify the choice that best completes the statement or answers the question.

____\t2.\tWhich number is it?
a.\t110\tc.\t120
b.\t119\td.\t122

Completion
Complete each statement.

\t3.\tThe capital of China is ____________________.

Matching

Match each item with the correct statement below.
a.\tanimal\tc.\tstone
b.\tplant

____\t4.\tcat
____\t5.\ttree

Short Answer

\t6.\tExplain.

Fire Test
Answer Section

TRUE/FALSE

\t1.\tANS:\tF\tPTS:\t1

MULTIPLE CHOICE

\t2.\tANS:\tB
119 is the number.
PTS:\t1\tDIF:\tHard\tREF:\tp. 3\tTOP:\tFire

COMPLETION

\t3.\tANS:\tBeijing
Peking

PTS:\t1

MATCHING

\t4.\tANS:\tA\tPTS:\t1
\t5.\tANS:\tB\tPTS:\t1

SHORT ANSWER

\t6.\tANS:\t
Because.

PTS:\t1
`
const expected = [
  [QuType.trueFalse, 'Water puts out burning oil.', 'B错误'],
  [QuType.single, 'Which number is it?', 'B119'],
  [QuType.fillIn, 'The capital of China is ____________________.', 'Beijing||Peking'],
  [QuType.matching, 'Match each item.', 'Aa,Bb'],
  [QuType.shortAnswer, 'Explain.', 'Because.'],
]

describe('ExamView', () => {
  test('as text', () => {
    const found = readForeignText(test1)
    expect([found?.format, shortOf(found)]).toEqual(['examview', expected])
    const [, second] = found?.reading.questions ?? []
    expect([second?.tags, second?.level, plain(second?.body.analysis ?? '')]).toEqual([['Fire'], 2, '119 is the number.'])
  })

  test('as rich text, with a picture, a code page and Unicode', () => {
    const lines = test1
      .replace('Fire Test', '{\\pict\\pngblip 89504e47} Fire Test')
      .replace('Which number', 'Which {\\b number}')
      .replace('110', "caf\\'e9 \\u28779?")
      .split('\n')
      .map((line) => `\\pard\\plain ${line.replaceAll('\t', '\\tab ')}\\par`)
    const rtf = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Times;}}{\\*\\generator x;}\r\n${lines.join('\r\n')}}`
    const found = readForeignRtf(rtf)
    expect([found?.format, shortOf(found)]).toEqual(['examview', expected])
    expect(plain(found?.reading.questions[1]?.body.options?.[0]?.content ?? '')).toBe('café 火')
    const pictured = rtf.replace('Explain.', 'Explain. {\\*\\shppict{\\pict 00}}')
    expect(
      readForeignRtf(pictured)
        ?.reading.questions.at(-1)
        ?.problems.map((one) => one.msg),
    ).toEqual(['RTF 文件中的图片未导入，请补上'])
    expect(readForeignRtf('{\\rtf1 A letter.}')).toBeUndefined()
  })
})

test('printed papers, GIFT and Aiken are none of them', () => {
  for (const text of ['1. 火警？\nA. 110\nB. 119\n答案：B\n', '火警？{=119 ~110}\n', '火警？\nA. 110\nB. 119\nANSWER: B\n'])
    expect(readForeignText(text)).toBeUndefined()
})
