// The import sheet: the meaning of each row, and that an export reads back to the same questions.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { demoBanks } from '../../../../seed/questions/banks.ts'
import { tidyBody } from '../../bank/question.rules.ts'
import { findColumns, sheetColumns } from './sheet-columns.format.ts'
import { blocksOf, readBlock } from './sheet-drafts.format.ts'
import { optionsIn } from './sheet-options.format.ts'
import { formatQuestion, layOut, type Stored } from './sheet-write.format.ts'
import { exampleRows } from './sheet-guide.format.ts'
import { fromHtml, toHtml } from './sheet-text.format.ts'

const headers = sheetColumns(55).map((column) => column.header)
const columns = findColumns(headers)
if ('problem' in columns) throw new Error(columns.problem.zh)

/** Reads rows given by header; the first is row 2. */
function read(rows: Record<string, string>[]) {
  const sheet = rows.flatMap((cells) => layOut(cells, headers)).map((cells, i) => ({ row: i + 2, cells }))
  const { blocks, problems } = blocksOf(sheet, columns as Exclude<typeof columns, { problem: unknown }>)
  const blocksRead = blocks.map((block) => readBlock(block))
  return { drafts: blocksRead.flatMap(({ draft }) => draft ?? []), problems: [...problems, ...blocksRead.flatMap((one) => one.problems)] }
}
const single = { 题型: '单选题', 题干: '一加一', 选项A: '一', 选项B: '二', 答案: 'B' }
const problemsOf = (...rows: Record<string, string>[]) => read(rows).problems.map(({ row, field, msg }) => `${row} ${field} ${msg}`)
const bodyOf = (cells: Record<string, string>) => {
  const { drafts, problems } = read([cells])
  expect(problems.filter((one) => one.level === 'error')).toEqual([])
  return drafts[0]!.body
}
const body = (given: object): QuestionBody => QuestionBody.parse({ content: '<p>题干</p>', ...given })

describe('cell text', () => {
  test.each([
    ['一行', '<p>一行</p>'],
    ['a < b & c\n第二段', '<p>a &lt; b &amp; c</p><p>第二段</p>'],
    [String.raw`面积 \(\pi r^2\)`, String.raw`<p>面积 <span data-type="inline-math" data-latex="\pi r^2"></span></p>`],
    ['<p>标签表示段落吗', '<p>&lt;p&gt;标签表示段落吗</p>'],
    ['=1+1', '<p>=1+1</p>'],
    ['', ''],
  ])('%j is stored as %j and converted back', (cell, html) => {
    expect(toHtml(cell)).toBe(html)
    expect(fromHtml(html)).toBe(cell)
  })

  test.each([
    '<p>如图<img src="/files/a.png" /></p>',
    '<p><strong>粗</strong></p>',
    '<p>&lt;p&gt;字面&lt;/p&gt;</p>',
    '<ul><li>一</li></ul>',
  ])('markup without a plain-text form stays HTML: %s', (html) => {
    expect(toHtml(fromHtml(html))).toBe(html)
  })
})

describe('one row of each type', () => {
  test('the examples of the template are valid', () => {
    const { drafts, problems } = read(exampleRows)
    expect(problems).toEqual([])
    expect(drafts.map((draft) => draft.quType)).toEqual([
      QuType.single,
      QuType.multiple,
      QuType.trueFalse,
      QuType.fillIn,
      QuType.matching,
      QuType.shortAnswer,
      QuType.composite,
    ])
    expect(drafts[2]!.body.options.map(({ content, isRight }) => [content, isRight])).toEqual([
      ['<p>正确</p>', true],
      ['<p>错误</p>', false],
    ])
    expect(drafts[3]!.body.blanks.map((blank) => blank.answer)).toEqual(['119||一一九', '120||一二〇'])
    expect(drafts[4]!.body).toMatchObject({ left: { length: 3 }, right: { length: 4 }, pairs: { length: 3 } })
    expect(drafts[6]!.body.subs.map((sub) => [sub.id, sub.quType])).toEqual([
      ['1', 3],
      ['2', 1],
    ])
  })

  test.each([
    ['ab', ['A', 'B']],
    ['A、B', ['A', 'B']],
    ['Ａ，Ｂ', ['A', 'B']],
    ['b a', ['A', 'B']],
  ])('several right letters may be written %s', (answer, right) => {
    const { options } = bodyOf({ ...single, 题型: '多选题', 选项C: '三', 答案: answer })
    expect(options.filter((option) => option.isRight).map((option) => option.tag)).toEqual(right)
  })

  test.each([
    ['正确', 'A'],
    ['√', 'A'],
    ['TRUE', 'A'],
    ['错', 'B'],
    ['×', 'B'],
    ['b', 'B'],
  ])('true or false may be written %s', (answer, right) => {
    const { options } = bodyOf({ 题型: '判断', 题干: '水是湿的', 答案: answer })
    expect(options.find((option) => option.isRight)?.tag).toBe(right)
  })

  test('blanks are separated by ;; or lines, a literal ;; is escaped with backslashes', () => {
    expect(bodyOf({ 题型: '填空题', 题干: '填', 答案: String.raw`a;b；；c\;\;d` + '\ne||f' }).blanks.map((blank) => blank.answer)).toEqual([
      'a;b',
      'c;;d',
      'e||f',
    ])
  })

  test('the order of the right side does not reveal the pairs; a right item used twice is reusable', () => {
    const { left, right, pairs } = bodyOf({ 题型: '匹配题', 题干: '配', 选项A: '一=z', 选项B: '二=a', 选项C: '=m' })
    expect(right.map((item) => item.content)).toEqual(['<p>a</p>', '<p>m</p>', '<p>z</p>'])
    expect(pairs).toEqual([
      ['A', 'c'],
      ['B', 'a'],
    ])
    expect(left).toHaveLength(2)
    const shared = bodyOf({ 题型: '匹配题', 题干: '配', 选项A: '一=同', 选项B: '二=同', 选项C: '=异' })
    expect(shared.right.find((item) => item.content === '<p>同</p>')?.reusable).toBe(true)
  })
})

describe('problems are reported by row and column', () => {
  test.each([
    [{ ...single, 题型: '选择' }, '2 题型 题型应为单选题、多选题、判断题、简答题、填空题、匹配题、组合题之一'],
    [{ ...single, 题干: ' ' }, '2 题干 请填写题干'],
    [{ ...single, 答案: 'E' }, '2 答案 答案“E”不在选项中'],
    [{ ...single, 答案: '三' }, '2 答案 答案应为选项字母，如 A 或 ACD'],
    [{ ...single, 答案: 'AB' }, '2 答案 单选题只能有一个答案'],
    [{ ...single, 答案: '' }, '2 答案 请填写答案'],
    [{ ...single, 选项A: '', 选项C: '三' }, '2 选项A 请填写选项内容'],
    [{ ...single, 选项B: '一' }, '2 选项B 选项内容重复'],
    [{ ...single, 题干: '#REF!' }, '2 题干 单元格中的公式出错（#REF!）'],
    [{ ...single, 评分规则: '漏选：得一半' }, '2 评分规则 “漏选”不适用于该题型'],
    [{ ...single, 评分规则: '倒扣：很多' }, '2 评分规则 “倒扣”应为最多两位小数的分数'],
    [{ ...single, 评分规则: '随便写' }, '2 评分规则 无法识别的评分规则“随便写”'],
    [{ ...single, 父题序号: '9' }, '2 父题序号 上方没有序号为“9”的组合题'],
    [{ 题型: '匹配题', 题干: '配', 选项A: '一' }, '2 选项A 应写作“左侧=右侧”'],
    [{ 题型: '匹配题', 题干: '配', 选项A: '一=' }, '2 选项A 请填写右侧项的内容'],
    [{ 题型: '组合题', 题干: '材料', 序号: '1' }, '2 题干 组合题至少要有一道小题'],
    [{ 题型: '续', 题干: '接着' }, '2 题型 “续”行上方没有试题'],
  ])('%o', (cells: Record<string, string>, problem) => {
    expect(problemsOf(cells)).toContain(problem)
  })

  test('an invalid sub-question is reported by its own row and excludes the whole composite', () => {
    const { drafts, problems } = read([
      { 题型: '组合题', 题干: '材料', 序号: '1' },
      { ...single, 父题序号: '1' },
      { ...single, 答案: 'Z', 父题序号: '1' },
    ])
    expect(problems).toEqual([
      { row: 4, field: '答案', key: 'answerNotAmongOptions', params: { answer: 'Z' }, msg: '答案“Z”不在选项中', level: 'error' },
    ])
    expect(drafts).toEqual([])
  })

  test('columns are found in any order; a missing or duplicate one is reported', () => {
    expect(findColumns(['答案', '选项 b', '选项Ａ', '题干*', '题型（必填）'])).toMatchObject({ options: [2, 1], unknown: [] })
    expect(findColumns(['题型', '题干', '选项A', '选项B'])).toEqual({
      problem: { key: 'columnsMissing', params: { columns: '“答案”' }, zh: '缺少“答案”列' },
    })
    expect(findColumns(['题型', '题干', '题干', '选项A', '选项B', '答案'])).toMatchObject({ problem: { zh: '“题干”列重复' } })
    expect(findColumns(['题型', '题干', '选项A', '选项B', '选项D', '答案'])).toMatchObject({
      problem: { zh: '有“选项D”列，但缺少“选项C”列' },
    })
    expect(findColumns(['题型', '题干', '选项A', '选项B', '答案', '备注'])).toMatchObject({ unknown: ['备注'] })
  })

  test.each([
    [['序号', '试题类型', '试题内容', 'A选项', 'B选项', 'C选项', '正确答案', '试题解析']],
    [['题号', '类型', '题目', '选项A', '选项B', '选项C', '正确答案(只能输入ABCD，多选用逗号)', '答案解析']],
    [['编号', '题目类型(单选/多选)', '题干（必填）', 'A', 'B', 'C', '标准答案', '解析']],
  ])('headers of other systems are understood %#', (header) => {
    const found = findColumns(header)
    if ('problem' in found) throw new Error(found.problem.zh)
    expect([found.at('题型'), found.at('题干'), found.options, found.at('答案'), found.at('解析'), found.unknown]).toEqual([
      1,
      2,
      [3, 4, 5],
      6,
      7,
      [],
    ])
  })

  test('the header of the template has precedence over one of another system', () => {
    const found = findColumns(['类型', '题型', '题干', '选项A', '选项B', '答案', '参考答案'])
    expect(found).toMatchObject({ unknown: ['类型', '参考答案'] })
  })

  test.each([
    ['单项选择题', 1],
    ['多选', 2],
    ['是非题', 3],
    ['问答题', 4],
  ])('the type %s of other systems is understood', (name, type) => {
    expect(
      read([{ ...single, 题型: name, 答案: name === '是非题' ? 'A' : 'AB'.slice(0, name === '多选' ? 2 : 1) }]).drafts[0]?.quType,
    ).toBe(type)
  })

  test('pairs with fewer right sides make all of them reusable', () => {
    const { right } = bodyOf({ 题型: '匹配题', 题干: '分类', 选项A: '猫=哺乳', 选项B: '狗=哺乳', 选项C: '蛙=两栖' })
    expect(right.map((one) => one.reusable)).toEqual([true, true])
  })
})

test.each([
  ['甲；乙；丙', ['甲', '乙', '丙']],
  ['A. 甲；\nB. 乙；\nC. 丙。', ['甲', '乙', '丙。']],
  ['A. 甲\nB. 乙；\nC. 丙', ['甲', '乙；', '丙']],
])('options in one cell: %j', (cell, options) => {
  expect(optionsIn(cell).options).toEqual(options)
})

describe('an exported question is read back unchanged', () => {
  const option = (tag: string, isRight: boolean, more: object = {}) => ({ tag, content: `<p>项${tag}</p>`, isRight, ...more })
  const choices = [option('A', true), option('B', true), option('C', false)]
  const two = [option('A', true), option('B', false)]
  const pairs = {
    left: [
      { tag: 'A', content: '<p>x=1</p>' },
      { tag: 'B', content: '<p>左\\</p>' },
    ],
    right: ['丙', '甲', '乙=2'].map((text, i) => ({ tag: 'abc'.charAt(i), content: `<p>${text}</p>` })),
    pairs: [
      ['A', 'c'],
      ['B', 'b'],
    ],
  }
  const cases: [string, number, QuestionBody][] = [
    [
      'points for each option',
      2,
      body({ options: choices.map((one, i) => ({ ...one, points: i * 50 })), rule: { multiple: 'perOption', penalty: 25 } }),
    ],
    ['a fixed part for missed options', 2, body({ options: choices, rule: { multiple: 'fixed', fixed: 150 } })],
    [
      'a pinned option and a picture',
      1,
      body({ options: [option('A', true, { pinned: true }), option('B', false, { image: '/files/202611/a.png' })] }),
    ],
    ['a multi-line stem with signs', 1, body({ content: '<p>=1+1 &lt; 3</p><p></p><p>“引号" 与 &amp;amp;</p>', options: two })],
    [
      'keywords',
      4,
      body({
        modelAnswer: '<p>答</p>',
        rule: {
          keywords: [
            { words: 'a=b||c；d', points: 200 },
            { words: '留样', points: 50 },
          ],
        },
      }),
    ],
    [
      'gaps with their ways of comparing',
      5,
      body({
        blanks: [
          { answer: '3.14', compare: 'number', tolerance: 0.01, weight: 200 },
          { answer: 'A;;B||C', compare: 'exact', caseSensitive: true, weight: 150 },
          { answer: String.raw`\|x\|`, compare: 'contains', caseSensitive: false, weight: 50 },
        ],
        rule: { credit: 'all', order: 'any' },
      }),
    ],
    ['matching in its own order', 6, body({ ...pairs, rule: { matching: 'strict' } })],
    [
      'matching with a right item for several',
      6,
      body({
        ...pairs,
        pairs: [
          ['A', 'a'],
          ['B', 'a'],
        ],
        right: pairs.right.map((one, i) => ({ ...one, ...(i < 2 ? { reusable: true } : {}) })),
      }),
    ],
    [
      'matching with markup',
      6,
      body({
        ...pairs,
        left: [
          { tag: 'A', content: '<p style="text-align:center">=居中=</p>' },
          { tag: 'B', content: '<p>二</p>' },
        ],
      }),
    ],
    ['a stem longer than a cell', 1, body({ content: `<p>${'长𠮷'.repeat(30_000)}</p>`, options: two })],
    [
      'a composite with weights',
      99,
      body({
        subs: [
          { ...body({ options: two }), quType: QuType.single, id: '1', weight: 3 },
          { ...body({ blanks: [{ answer: 'x' }] }), quType: QuType.fillIn, id: '2' },
        ],
      }),
    ],
  ]
  const again = (stored: Stored) => {
    const { drafts, problems } = read(formatQuestion(stored, 7))
    expect(problems.filter((one) => one.level === 'error')).toEqual([])
    expect(drafts).toHaveLength(1)
    return drafts[0]!
  }

  test.each(cases)('%s', (_name, type, given) => {
    const tidy = tidyBody(type, given)
    const draft = again({ quType: type, level: QuLevel.hard, chapter: '第一章', body: tidy })
    expect(draft).toMatchObject({ quType: type, level: QuLevel.hard, chapter: '第一章' })
    expect(draft.body).toEqual(tidy)
  })

  test('every question of the demo banks', () => {
    const questions = demoBanks.flatMap((bank) => bank.questions)
    expect(questions.length).toBeGreaterThanOrEqual(300)
    for (const { quType: type, level, chapter, body: given } of questions) {
      const tidy = tidyBody(type, given)
      expect(again({ quType: type, level, chapter, body: tidy }).body).toEqual(tidy)
    }
    expect(new Set(questions.map((one) => one.quType))).toEqual(new Set(Object.values(QuType)))
  })
})
