// Question papers from Word, as HTML from mammoth, and Word formulas.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { withNumbers } from './docx-numbering.format.ts'
import { parseDocx } from './docx-parse.format.ts'
import { judge } from '../exchange.rules.ts'
import { latexOf } from './omml.format.ts'
import { readTree } from '../qti/qti-tree.format.ts'

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
    expect(notes).toEqual([{ key: 'docxStray', params: { n: 1 }, zh: '第一道题之前或标题下的 1 段文字不是试题，已略过' }])
    expect(questions.map((one) => one.quType)).toEqual([QuType.single, QuType.single, QuType.trueFalse, QuType.fillIn, QuType.shortAnswer])
    expect(questions.flatMap((one) => judge(one).problems)).toEqual([])
    expect(questions[0]?.body.analysis).toBe('<p><strong>119</strong> 是火警。</p><p>第二行解析</p>')
    expect(questions[1]?.body.options?.map((one) => one.content)).toEqual(['<p>每月</p>', '<p>每年</p>'])
    expect(questions[2]?.body.content).toBe('<p>油锅着火可以用水扑救。（　）</p>')
    expect(questions[2]?.body.options?.[1]?.isRight).toBe(true)
    expect(questions[3]?.body.blanks?.map((one) => one.answer)).toEqual(['100', '0'])
    expect(questions[4]).toMatchObject({ level: QuLevel.hard, tags: ['疏散', '逃生'], body: { modelAnswer: '<p>低姿</p><p>捂口鼻</p>' } })
  })

  test('the type is read from brackets or from the answer where no section names it', () => {
    expect(first('1. 【多选题】哪些可燃？', 'A. 木', 'B. 水', '答案：A').quType).toBe(QuType.multiple)
    expect(first('1. 哪些可燃？', 'A. 木', 'B. 油', 'C. 水', '答案：A、B').quType).toBe(QuType.multiple)
    expect(first('1. 水可灭油火。', '答案：错').quType).toBe(QuType.trueFalse)
    expect(first('1. 哪个？（ B ）', 'A. 甲', 'B. 乙').body.options?.map((one) => one.isRight)).toEqual([false, true])
  })

  test('pictures and tables stay in their places', () => {
    const { questions } = paper(
      '1. 看图回答（ A ）',
      '<p><img src="/@file/0" alt=""/></p>',
      '<table><tr><td>甲</td></tr></table>',
      'A. 对的',
      'B. 错的',
      '2. 第二题',
      '答案：正确',
    )
    expect(questions.map((one) => one.quType)).toEqual([QuType.single, QuType.trueFalse])
    expect(questions[0]?.body.content).toBe('<p>看图回答（　）</p><p><img src="/@file/0" alt=""></p><table><tr><td>甲</td></tr></table>')
    expect(judge(questions[0]!).hasError).toBe(false)
  })

  test.each([
    ['in one line', ['1. 哪个？', 'A. H<sub>2</sub>O\tB. <strong>CO C. CO<sub>2</sub></strong>', '答案：C']],
    ['behind the stem', ['1. 哪个？ A. H<sub>2</sub>O B. <strong>CO</strong>　C. <strong>CO<sub>2</sub></strong>', '答案：C']],
    [
      'in the cells of a table',
      [
        '1. 哪个？',
        '<table><tr><td><p>A. H<sub>2</sub>O</p></td><td><p>B. <strong>CO</strong></p></td></tr><tr><td><p>C. <strong>CO<sub>2</sub></strong></p></td><td></td></tr></table>',
        '答案：C',
      ],
    ],
    [
      'with letters in brackets',
      ['1. 哪个？', '（A）H<sub>2</sub>O', '(B) <strong>CO</strong>', '（C）<strong>CO<sub>2</sub></strong>', '答案 C'],
    ],
  ])('options %s are separated', (_name, lines) => {
    const { body } = first(...lines)
    expect(body.content).toBe('<p>哪个？</p>')
    expect(body.options?.map((one) => one.content.replaceAll(' </strong>', '</strong>'))).toEqual([
      '<p>H<sub>2</sub>O</p>',
      '<p><strong>CO</strong></p>',
      '<p><strong>CO<sub>2</sub></strong></p>',
    ])
    expect(body.options?.map((one) => one.isRight)).toEqual([false, false, true])
  })

  test('underlined spaces are blanks', () => {
    const { quType: type, body } = first('1. 火警<u>   </u>，急救<u>\u3000\u3000</u>。', '答案：119；120')
    expect([type, body.blanks?.map((one) => one.answer)]).toEqual([QuType.fillIn, ['119', '120']])
  })

  test('numbered points of an answer belong to it, the next number begins a question', () => {
    const { questions } = paper(
      '一、简答题',
      '1. 简述。',
      '答案：要点如下',
      '1. 断电；',
      '2. 报警。',
      '2. 第二题',
      '答案：略',
      '解析：1. 一；',
      '2. 二。',
      '3. 没有答案的题',
    )
    expect(questions.map((one) => one.body.content)).toEqual(['<p>简述。</p>', '<p>第二题</p>', '<p>没有答案的题</p>'])
    expect(questions[0]?.body.modelAnswer).toBe('<p>要点如下</p><p>1. 断电；</p><p>2. 报警。</p>')
    expect(questions[1]?.body.analysis).toBe('<p>1. 一；</p><p>2. 二。</p>')
  })

  test('a formula in a text becomes a formula of the bank', () => {
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
  ])('an unreadable question is imported with an error message', (lines, reason) => {
    const { questions } = paper(...lines)
    expect(questions).toHaveLength(1)
    expect(questions[0]?.problems[0]).toMatchObject({ level: 'error', msg: reason })
  })
})

test('a choice whose answer is missing or wrong keeps its type and options, so that only the answer has to be corrected', () => {
  const { questions } = paper('一、单选题', '1. 无答案', 'A. 甲', 'B. 乙', '解析：略', '2. 两个', 'A. 甲', 'B. 乙', '答案：AB')
  expect(questions.map((one) => [one.quType, one.body.options?.map((option) => option.content), one.body.content])).toEqual([
    [1, ['<p>甲</p>', '<p>乙</p>'], '<p>无答案</p>'],
    [1, ['<p>甲</p>', '<p>乙</p>'], '<p>两个</p>'],
  ])
  expect(questions.map((one) => judge(one).hasError)).toEqual([true, true])
})

describe('automatic numbers of Word', () => {
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const numbering = `<w:numbering xmlns:w="w">
    <w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'upperLetter', '%2.')}${level(2, 'decimal', '%1.%3')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level(0, 'chineseCounting', '%1、')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '•')}</w:abstractNum>
    <w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="7"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
    <w:num w:numId="8"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="9"><w:abstractNumId w:val="2"/></w:num></w:numbering>`
  const styles =
    '<w:styles xmlns:w="w"><w:style w:styleId="Q"><w:pPr><w:numPr><w:numId w:val="5"/></w:numPr></w:pPr></w:style><w:style w:styleId="Q2"><w:basedOn w:val="Q"/></w:style></w:styles>'
  const text = (words: string) => `<w:r><w:t>${words}</w:t></w:r>`
  const item = (id: number, at: number, words: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${words === '' ? '' : text(words)}</w:p>`
  const lines = (...body: string[]) =>
    withNumbers(`<w:body>${body.join('')}</w:body>`, numbering, styles)
      .split('</w:p>')
      .map((one) => one.replaceAll(/<[^>]*>/g, ''))
      .filter((one) => one !== '')

  test('continue over lists of the same definition, restart where Word says so, and count deeper levels anew', () => {
    expect(
      lines(
        item(8, 0, '单选题'),
        item(5, 0, '甲'),
        item(5, 1, '对'),
        item(5, 1, '错'),
        item(6, 0, '乙'),
        item(5, 1, '对'),
        item(5, 2, '细'),
      ),
    ).toEqual(['一、 单选题', '1. 甲', 'A. 对', 'B. 错', '2. 乙', 'A. 对', '2.1. 细'])
    expect(lines(item(5, 0, '甲'), item(7, 0, '乙'), item(7, 0, '丙'))).toEqual(['1. 甲', '1. 乙', '2. 丙'])
  })

  test('also come from styles; bullets, empty paragraphs and number 0 have no text', () => {
    const styled = (id: string, words: string) => `<w:p w:rsid="1"><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${text(words)}</w:p>`
    expect(lines(styled('Q', '甲'), '<w:p/>', item(5, 0, ''), styled('Q2', '乙'), item(9, 0, '点'), item(0, 0, '无'))).toEqual([
      '1. 甲',
      '3. 乙',
      '点',
      '无',
    ])
  })
})

describe('Word formulas', () => {
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
