// Question papers from Word, as mammoth hands them over, and Word's formulas.
import { quType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { parseDocx } from './docx.parse.rules.ts'
import { judge } from './exchange.rules.ts'
import { latexOf } from './omml.rules.ts'
import { readTree } from './qti.tree.rules.ts'

const paper = (...lines: string[]) => parseDocx(lines.map((line) => (line.startsWith('<') ? line : `<p>${line}</p>`)).join(''))
const first = (...lines: string[]) => paper(...lines).questions[0]!

describe('a question paper', () => {
  test('sections name the type, numbers begin questions, 答案 and 解析 end them', () => {
    const { questions, notes } = paper(
      '消防安全测试卷',
      '一、单选题（每题 2 分）',
      '1. 火警电话是？',
      'A. 110',
      'B. 119',
      '答案：B',
      '解析：<strong>119</strong> 是火警。',
      '第二行解析',
      '2、灭火器多久检查一次？',
      'A．每月\u3000\u3000B．每年',
      '【答案】A',
      '二、判断题',
      '3. 油锅着火可以用水扑救。（×）',
      '三、填空题',
      '4．水的沸点是____度，冰点是____度。',
      '答案：100；0',
      '四、简答题',
      '5）简述疏散要点。',
      '参考答案：低姿',
      '捂口鼻',
      '难度：较难',
      '知识点：疏散、逃生',
    )
    expect(notes).toEqual(['第一道题之前或标题下的 1 段文字不是试题，已略过'])
    expect(questions.map((one) => one.quType)).toEqual([1, 1, 3, 5, 4])
    expect(questions.flatMap((one) => judge(one).problems)).toEqual([])
    expect(questions[0]?.body.analysis).toBe('<p><strong>119</strong> 是火警。</p><p>第二行解析</p>')
    expect(questions[1]?.body.options?.map((one) => one.content)).toEqual(['<p>每月</p>', '<p>每年</p>'])
    expect(questions[2]?.body.content).toBe('<p>油锅着火可以用水扑救。（　）</p>')
    expect(questions[2]?.body.options?.[1]?.isRight).toBe(true)
    expect(questions[3]?.body.blanks?.map((one) => one.answer)).toEqual(['100', '0'])
    expect(questions[4]).toMatchObject({ level: 2, tags: ['疏散', '逃生'], body: { modelAnswer: '<p>低姿</p><p>捂口鼻</p>' } })
  })

  test('the type is read from brackets or from the answer where no section names it', () => {
    expect(first('1. 【多选题】哪些可燃？', 'A. 木', 'B. 水', '答案：A').quType).toBe(quType.multiple)
    expect(first('1. 哪些可燃？', 'A. 木', 'B. 油', 'C. 水', '答案：A、B').quType).toBe(quType.multiple)
    expect(first('1. 水可灭油火。', '答案：错').quType).toBe(quType.trueFalse)
    expect(first('1. 哪个？（ B ）', 'A. 甲', 'B. 乙').body.options?.map((one) => one.isRight)).toEqual([false, true])
  })

  test('lists that Word numbers itself, pictures and tables stay in their places', () => {
    const { questions } = paper(
      '<ol><li>看图回答<ol><li>嵌套</li></ol></li></ol>',
      '<p><img src="/@file/0" alt=""/></p>',
      '<table><tr><td>甲</td></tr></table>',
      'A. 对的',
      'B. 错的',
      '答案：A',
      '<ol><li>第二题</li></ol>',
      '答案：正确',
    )
    expect(questions.map((one) => one.quType)).toEqual([1, 3])
    expect(questions[0]?.body.content).toBe(
      '<p>看图回答</p><p>嵌套</p><p><img src="/@file/0" alt=""></p><table><tr><td>甲</td></tr></table>',
    )
  })

  test('a formula in a text becomes one of the bank', () => {
    expect(first(String.raw`1. 求 \(\frac{1}{2} &lt; x\) 的解`, '答案：略').body.content).toBe(
      String.raw`<p>求 <span data-type="inline-math" data-latex="\frac{1}{2} &lt; x"></span> 的解</p>`,
    )
  })

  test.each([
    [['1. 无答案', 'A. 甲', 'B. 乙'], '缺少答案'],
    [['1. 指错', 'A. 甲', 'B. 乙', '答案：D'], '答案“D”不是上面的选项'],
    [['一、单选题', '1. 两个', 'A. 甲', 'B. 乙', '答案：AB'], '单选题只能有一个答案'],
    [['一、判断题', '1. 判断', '答案：也许'], '答案应为“正确”或“错误”'],
    [['1. 两空____和____', '答案：一'], '题干有 2 个空，答案有 1 个（用；分开）'],
    [['一、单选题', '1. 没有选项', '答案：A'], '没有找到选项'],
  ])('a question that cannot be read is kept with its reason', (lines, reason) => {
    const { questions } = paper(...lines)
    expect(questions).toHaveLength(1)
    expect(questions[0]?.problems[0]).toMatchObject({ level: 'error', msg: reason })
  })
})

test('a choice whose answer is missing or wrong keeps its type and options, so that only the answer has to be mended', () => {
  const { questions } = paper('一、单选题', '1. 无答案', 'A. 甲', 'B. 乙', '解析：略', '2. 两个', 'A. 甲', 'B. 乙', '答案：AB')
  expect(questions.map((one) => [one.quType, one.body.options?.map((option) => option.content), one.body.content])).toEqual([
    [1, ['<p>甲</p>', '<p>乙</p>'], '<p>无答案</p>'],
    [1, ['<p>甲</p>', '<p>乙</p>'], '<p>两个</p>'],
  ])
  expect(questions.map((one) => judge(one).hasError)).toEqual([true, true])
})

describe('formulas of Word', () => {
  const latex = (inner: string) => latexOf(readTree(`<m:oMath xmlns:m="m">${inner}</m:oMath>`)!)
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  test.each([
    [`<m:f><m:num>${run('1')}</m:num><m:den>${run('x')}</m:den></m:f>`, String.raw`\frac{1}{x}`],
    [`<m:sSup><m:e>${run('x')}</m:e><m:sup>${run('2')}</m:sup></m:sSup>`, '{x}^{2}'],
    [`<m:sSub><m:e>${run('H')}</m:e><m:sub>${run('2')}</m:sub></m:sSub>${run('O')}`, '{H}_{2}O'],
    [`<m:rad><m:deg>${run('3')}</m:deg><m:e>${run('a')}</m:e></m:rad>`, String.raw`\sqrt[3]{a}`],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e></m:nary>`,
      String.raw`\sum_{i=1}^{n}{i}`,
    ],
    [`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${run('a≤b')}</m:e></m:d>`, String.raw`\left[ a\le b \right]`],
    [`<m:func><m:fName>${run('sin')}</m:fName><m:e>${run('π')}</m:e></m:func>`, String.raw`\sin {\pi }`],
    [`<m:m><m:mr><m:e>${run('1')}</m:e><m:e>${run('0')}</m:e></m:mr></m:m>`, String.raw`\begin{matrix}1 & 0\end{matrix}`],
    [`<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr><m:e>${run('v')}</m:e></m:acc>`, String.raw`\vec{v}`],
  ])('%#', (omml, expected) => {
    expect(latex(omml)).toBe(expected)
  })
})
