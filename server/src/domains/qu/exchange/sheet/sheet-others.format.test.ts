// Sheets as other people write them: no key moves to another option, and each guess has a warning.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { columnsOf, findColumns, sheetColumns } from './sheet-columns.format.ts'
import { blocksOf, readBlock } from './sheet-drafts.format.ts'
import { exampleRowsEn } from './sheet-guide-english.format.ts'
import { exampleRows } from './sheet-guide.format.ts'
import { optionsIn } from './sheet-options.format.ts'
import { scoreLine } from './sheet-score-words.format.ts'
import { headingEn, typeOf } from './sheet-words.format.ts'
import { layOut } from './sheet-write.format.ts'

type Row = Record<string, string>
/** What becomes of rows under these headings: type, options with the right ones marked, or answers, and the warnings. */
function shortOf(...rows: Row[]) {
  const headers = [...new Set(rows.flatMap((one) => Object.keys(one)))]
  const named = findColumns(headers)
  const fields = headers.map((one) => (one === '选项' ? 'options' : one === '题干' ? 'stem' : 'answer') as 'stem')
  const columns = 'problem' in named ? columnsOf(fields) : named
  if ('problem' in columns) throw new Error(columns.problem.zh)
  const sheet = rows.map((one, i) => ({ row: i + 2, cells: headers.map((header) => one[header] ?? '') }))
  return blocksOf(sheet, columns).blocks.map((block) => {
    const { draft, problems } = readBlock(block)
    const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
    const options = draft?.body.options.map((one) => `${one.isRight ? '*' : ''}${plain(one.content)}`)
    const answers = draft?.body.blanks.map((one) => one.answer)
    return {
      type: draft?.quType,
      is: options && options.length > 0 ? options : (answers ?? []),
      told: problems.map(({ level, msg }) => `${level}: ${msg}`),
    }
  })
}
const choice = (more: Row) => shortOf({ 题型: '单选题', 题干: '首都是？', 选项A: '甲', 选项B: '乙', 选项C: '丙', 选项D: '丁', ...more })[0]

describe('options in one cell keep their key', () => {
  test.each([
    'A．甲   B．乙\nC．丙   D．丁',
    'A.甲 B.乙\nC.丙 D.丁',
    'A、甲\tB、乙\nC、丙\tD、丁',
    'A.甲B.乙\nC.丙D.丁',
    '（A）甲 （B）乙\n（C）丙 （D）丁',
    'A. 甲\nB. 乙\nC. 丙\nD. 丁',
    'A. 甲；B. 乙；C. 丙；D. 丁',
    'A:甲|B:乙|C:丙|D:丁',
  ])('%j', (cell) => {
    for (const [at, letter] of ['A', 'B', 'C', 'D'].entries()) {
      const right = ['甲', '乙', '丙', '丁'].map((one, i) => (i === at ? `*${one}` : one))
      expect(shortOf({ 题型: '单选题', 题干: '哪个？', 选项: cell, 答案: letter })[0]).toMatchObject({ is: right, told: [] })
    }
  })

  test('a letter within an option begins none where the options are complete; a doubt is told', () => {
    const vitamins = 'A、维生素A、碘  B、维生素C、锌\nC、铁  D、维生素E、K'
    expect(optionsIn(vitamins)).toEqual({ options: ['维生素A、碘', '维生素C、锌', '铁', '维生素E、K'], isGuessed: false })
    expect(optionsIn('A、维生素A、碘  B、维生素C、锌').isGuessed).toBe(true)
    expect(shortOf({ 题型: '单选题', 题干: '哪个？', 选项: 'A、甲  B、维生素C、锌', 答案: 'A' })[0]?.told).toEqual([
      'warn: 选项之间没有空格，按字母分开，请核对',
    ])
  })
})

describe('the key of a choice', () => {
  test.each([['（B）'], ['[B]'], ['B.'], ['选项B'], ['B选项'], ['答案：B'], ['Answer: B'], ['乙'], ['B、乙'], ['Ｂ']])(
    'may be written %s',
    (key) => {
      expect(choice({ 答案: key })).toMatchObject({ is: ['甲', '*乙', '丙', '丁'], told: [] })
    },
  )

  test.each([
    ['A,C', []],
    ['A和C', []],
    ['A|C', []],
    ['甲;丙', []],
    ['1,3', ['warn']],
    ['13', ['warn']],
  ])('of several right options may be written %s', (key, told) => {
    const read = choice({ 题型: '多选题', 答案: key })
    expect(read?.told.map((one) => one.split(':')[0])).toEqual(told)
    expect(read?.is).toEqual(['*甲', '乙', '*丙', '丁'])
  })

  test('may be the number of an option, which is told', () => {
    expect(choice({ 答案: '2' })).toMatchObject({ is: ['甲', '*乙', '丙', '丁'], told: ['warn: 答案“2”按选项的序号读取，即 B，请核对'] })
    expect(choice({ 答案: '5' })?.told).toEqual(['error: 答案应为选项字母，如 A 或 ACD'])
  })

  test('is refused where a number may mean two options, or letter and text do not agree', () => {
    const numbers = { 选项A: '3', 选项B: '4', 选项C: '5', 选项D: '6' }
    expect(choice({ ...numbers, 答案: '4' })?.told).toEqual(['error: 答案应为选项字母，如 A 或 ACD'])
    expect(choice({ ...numbers, 答案: '6' })?.is).toEqual(['3', '4', '5', '*6'])
    expect(choice({ 答案: 'A、乙' })?.told).toEqual(['error: 答案应为选项字母，如 A 或 ACD'])
  })

  test('of letters without options is told', () => {
    const told = ['warn: 答案是选项字母，但没有选项，请核对']
    expect(shortOf({ 题干: '首都是（  ）', 答案: 'D' })[0]).toMatchObject({ type: QuType.fillIn, told })
    expect(shortOf({ 题干: '首都是哪里', 答案: 'D' })[0]).toMatchObject({ type: QuType.shortAnswer, told })
    expect(shortOf({ 题型: '填空题', 题干: '首都是____', 选项A: '', 选项B: '', 答案: 'A' })[0]).toMatchObject({ told })
  })
})

test('options of their own columns lose the letters that all of them repeat', () => {
  const letters = { 选项A: 'A、甲', 选项B: 'B. 乙', 选项C: '（C）丙', 选项D: 'D．丁', 答案: 'C' }
  expect(choice(letters)?.is).toEqual(['甲', '乙', '*丙', '丁'])
  expect(choice({ ...letters, 选项A: 'B、甲' })?.is).toEqual(['B、甲', 'B. 乙', '*（C）丙', 'D．丁'])
})

describe('blanks', () => {
  const blanks = (answer: string, stem = '首都是____，面积____万平方千米') =>
    shortOf({ 题型: '填空题', 题干: stem, 选项A: '', 选项B: '', 答案: answer })[0]

  test.each(['北京；960', '北京;960', '北京|960', '北京;;960', '北京\n960'])('are divided as the stem shows them: %j', (answer) => {
    expect(blanks(answer)).toMatchObject({ is: ['北京', '960'], told: [] })
  })

  test.each(['北京,960', '北京、960', '北京 960', '1.北京 2.960', '（1）北京（2）960'])(
    'divided by a sign that may be part of an answer are told: %j',
    (answer) => {
      const read = blanks(answer)
      expect(read?.told).toHaveLength(1)
      expect(read?.is).toEqual(answer.startsWith('（') ? [answer] : ['北京', '960'])
    },
  )

  test('of another number than the stem shows are told', () => {
    expect(blanks('北京')).toMatchObject({ is: ['北京'], told: ['warn: 题干有 2 个空，答案有 1 个（用；分开）'] })
    expect(blanks('a;;b;;c')?.told).toEqual(['warn: 题干有 2 个空，答案有 3 个（用；分开）'])
    expect(blanks('甲；乙', '合起来是____')).toMatchObject({ is: ['甲；乙'], told: [] })
    expect(blanks('甲||A；乙')).toMatchObject({ is: ['甲||A', '乙'], told: [] })
  })
})

describe('any word for the difficulty', () => {
  test.each(['易', '中', '简单', '一般', '中等', '较易', '★', '0.7', '必须掌握', '不难'])('%s is the normal level, told', (word) => {
    expect(choice({ 答案: 'A', 难度: word })?.told).toEqual([`warn: 难度“${word}”不是本站的难度，按“普通”导入`])
  })

  test('hard ones are the hard level, told; known ones are not told', () => {
    const level = (word: string) => {
      const rows = [{ row: 2, cells: ['判断题', '水是湿的', '', '', '对', word] }]
      const columns = findColumns(['题型', '题干', '选项A', '选项B', '答案', '难度'])
      if ('problem' in columns) throw new Error(columns.problem.zh)
      const { draft, problems } = readBlock(blocksOf(rows, columns).blocks[0]!)
      return [draft?.level, problems.length]
    }
    expect(['难', '困难', 'difficult', 'hard', '2', 'Normal', ''].map(level)).toEqual([
      [QuLevel.hard, 1],
      [QuLevel.hard, 1],
      [QuLevel.hard, 1],
      [QuLevel.hard, 0],
      [QuLevel.hard, 0],
      [QuLevel.normal, 0],
      [QuLevel.normal, 0],
    ])
  })
})

test('a question that shows its answer, or whose type nothing says, is valid only with a warning', () => {
  const told = (row: Row) => shortOf(row)[0]?.told
  expect(told({ 题干: '瓶颈是知识的获取。 答案是：正确', 答案: '略' })).toEqual(['warn: 题干中可能含有答案，请核对'])
  expect(told({ 题干: '简述瓶颈', 答案: '' })).toEqual(['warn: 没有识别出题型和答案，按没有参考答案的简答题导入，请核对'])
  expect(told({ 题干: '哪个？\na. 甲\nb. 乙', 答案: 'b' })).toEqual(['warn: 题干中可能含有没有识别出的选项，请核对'])
  expect(told({ 题型: '简答题', 题干: '简述', 选项A: '', 选项B: '', 答案: '' })).toEqual([])
  expect(choice({ 选项D: '丁 标准答案：B', 答案: 'A' })?.told).toEqual(['warn: 选项中可能含有答案，请核对'])
})

describe('a sheet in English', () => {
  test.each([
    ['Single choice', 1],
    ['single', 1],
    ['Multiple Choice', 2],
    ['multiple answers', 2],
    ['True/False', 3],
    ['true or false', 3],
    ['TF', 3],
    ['Short answer', 4],
    ['Essay', 4],
    ['Fill in the blanks', 5],
    ['fill-in', 5],
    ['Matching', 6],
    ['Composite', 99],
  ])('the type %s is understood', (word, type) => {
    expect(typeOf(word.replaceAll(' ', ''))).toBe(type)
  })

  test('the examples of its template are valid, with the settings that they name', () => {
    const headers = sheetColumns(8).map((column) => column.header)
    const columns = findColumns(headers.map(headingEn))
    if ('problem' in columns) throw new Error(columns.problem.zh)
    const rows = exampleRowsEn.flatMap((cells) => layOut(cells, headers)).map((cells, i) => ({ row: i + 2, cells }))
    const read = blocksOf(rows, columns).blocks.map((block) => readBlock(block))
    expect(read.flatMap((one) => one.problems)).toEqual([])
    expect(read.map((one) => one.draft?.quType)).toEqual(
      exampleRows.flatMap((one) => (one.父题序号 === undefined ? [typeOf(one.题型 ?? '')] : [])),
    )
    expect(read[1]?.draft).toMatchObject({ level: QuLevel.hard, body: { rule: { multiple: 'half' } } })
    expect(read[3]?.draft?.body).toMatchObject({
      rule: { credit: 'each' },
      blanks: [{ answer: '100||one hundred' }, { answer: '0||zero' }],
    })
    expect(read[5]?.draft?.body.rule.keywords).toHaveLength(2)
  })

  test.each([
    ['Missed: per option', '漏选：按选项分'],
    ['Option points: A=1, C=0.5', '选项分：A=1, C=0.5'],
    ['Blank 2: number, tolerance 0.1, case-sensitive', '第2空：数值，误差0.1，区分大小写'],
    ['Picture B: /files/a.png', '图片B：/files/a.png'],
    ['Order: any', '顺序：不限'],
    ['Right order: c, a, b', '右侧顺序：c, a, b'],
    ['Something: else', 'Something: else'],
    ['漏选：得一半', '漏选：得一半'],
  ])('the setting %s is read', (line, chinese) => {
    expect(scoreLine(line).replace('： ', '：')).toBe(chinese)
  })

  test('headings of quiz programs are understood', () => {
    const found = findColumns(['Question', 'Type', 'Answer 1', 'Answer 2', 'Answer 3', 'Correct answer(s)'])
    if ('problem' in found) throw new Error(found.problem.zh)
    expect([found.at('题干'), found.at('题型'), found.options, found.at('答案')]).toEqual([0, 1, [2, 3, 4], 5])
  })
})
