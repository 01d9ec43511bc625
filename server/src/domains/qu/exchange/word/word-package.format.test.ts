// The document itself: what Word shows and the reader leaves out, pictures, equations, and the paper without answers.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { png } from '../../../../../test/question-files.ts'
import { readArchive } from '../../../../kernel/archive.ts'
import { readDocx } from '../docx/docx.package.ts'
import { judge, type Portable } from '../exchange.rules.ts'
import { readTree } from '../qti/qti-tree.format.ts'
import { equationOf } from './word-math.format.ts'
import { wordDocument } from './word-package.format.ts'
import { WordWriter } from './word-write.format.ts'

const picture = `/files/202611/${'a'.repeat(32)}.png`
const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`
const portable = (quType: number, body: Portable['body'], more: Partial<Portable> = {}): Portable => ({
  chapter: '',
  level: QuLevel.normal,
  tags: [],
  quType,
  body: QuestionBody.parse(body),
  ...more,
})
const options = [
  { tag: 'A', content: `<p>${formula('x_1')}</p>`, isRight: true },
  { tag: 'B', content: `<p>B. 见 (A)</p>`, isRight: false },
]
const questions = [
  portable(QuType.fillIn, { content: '<p>甲是____，乙是____。</p>', blanks: [{ answer: '一；壹' }, { answer: '二||贰' }] }),
  portable(
    QuType.single,
    {
      content: `<p>如图 <img alt="图" src="${picture}"></p><p>2. 选哪个？</p>`,
      options,
      analysis: `<p>因为</p><p>二、${formula(String.raw`\frac12`)}</p>`,
    },
    { chapter: '电气', level: QuLevel.hard, tags: ['必考'] },
  ),
  portable(QuType.shortAnswer, { content: '<p>简述</p>', modelAnswer: '<p>1. 疏散</p><p>2. 报警</p>' }),
  portable(QuType.trueFalse, {
    content: '<p>对吗（　）</p>',
    options: [
      { tag: 'A', content: '<p>正确</p>', isRight: false },
      { tag: 'B', content: '<p>错误</p>', isRight: true },
    ],
  }),
]

function documentOf(hasAnswers: boolean) {
  const writer = new WordWriter(hasAnswers)
  for (const one of questions) writer.add(one)
  const bytes = wordDocument(writer.blocks('期末试卷'), new Map([[picture, { bytes: png, extension: 'png', width: 1_000, height: 10 }]]))
  const parts = readArchive(bytes)
  return { bytes, lost: [...writer.lost].map((one) => one.key), parts, xml: Buffer.from(parts.get('word/document.xml') ?? []).toString() }
}
const plain = (xml: string) =>
  xml
    .replaceAll(/<\/w:p>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u2060', '')

test('parts by type with the questions numbered through; every part of the package is well-formed', () => {
  const { xml, parts, lost } = documentOf(true)
  expect(lost).toEqual([])
  expect(
    plain(xml)
      .split('\n')
      .filter((line) => /^(?:期末|[一二三四]、|\d+\. |答案)/.test(line)),
  ).toEqual([
    '期末试卷',
    '一、单选题（共 1 题）',
    '1. 如图 ',
    '2. 选哪个？（　　）',
    '答案：A',
    '二、12',
    '二、判断题（共 1 题）',
    '2. 对吗（　）',
    '答案：错误',
    '三、填空题（共 1 题）',
    '3. 甲是____，乙是____。',
    '答案：一；壹二||贰',
    '四、简答题（共 1 题）',
    '4. 简述',
    '答案：1. 疏散',
    '2. 报警',
  ])
  const written = [...parts].filter(([name]) => /\.(?:xml|rels)$/.test(name))
  expect(written.filter(([, bytes]) => readTree(Buffer.from(bytes).toString()) === null).map(([name]) => name)).toEqual([])
  expect(written).toHaveLength(6)
  expect(xml).toContain('<wp:extent cx="4953000" cy="49530"/>')
  expect(xml).toContain('<m:sSub><m:e><m:r><m:t xml:space="preserve">x</m:t></m:r></m:e>')
})

test('it is read back as it was, with the sources of its formulas and without what is only shown', async () => {
  const { questions: read, notes, files } = await readDocx(documentOf(true).bytes)
  expect(notes).toEqual([])
  expect(files.map((one) => Buffer.from(one.bytes).equals(png))).toEqual([true])
  const home = read.map((one) =>
    judge({ ...one, body: JSON.parse(JSON.stringify(one.body).replaceAll('/@file/0', picture)) as typeof one.body }),
  )
  const byType = [1, 3, 0, 2].map((at) => questions[at]!)
  expect(home.map((one) => one.fingerprint)).toEqual(
    byType.map((one) => judge({ row: 1, problems: [], quType: one.quType, body: one.body }).fingerprint),
  )
  expect([read[0]?.chapter, read[0]?.level, read[0]?.tags]).toEqual(['电气', QuLevel.hard, ['必考']])
  expect(read[0]?.body.analysis).toContain(String.raw`data-latex="\frac12"`)
})

test('without answers nothing of the key is in the document', () => {
  const { xml, lost } = documentOf(false)
  expect(lost).toEqual(['wordBlank'])
  expect(plain(xml)).not.toMatch(/答案|解析|因为|壹|报警|必考|电气|较难/)
  expect(plain(xml)).toContain('对吗（　）')
})

test.each([
  [String.raw`\frac{a}{b}`, '<m:f><m:num>'],
  [String.raw`\sqrt[3]{x}`, '<m:rad><m:deg>'],
  [String.raw`\sum_{i=1}^n i`, '<m:sSubSup>'],
  [String.raw`\begin{pmatrix}1&2\\3&4\end{pmatrix}`, '<m:begChr m:val="("/>'],
  [String.raw`\vec{a}`, '<m:acc>'],
  [String.raw`\ce{H2O}`, '<m:sSub>'],
])('the formula %s is an equation', (latex, part) => {
  expect(equationOf(latex)).toContain(part)
})

test('a formula that KaTeX does not know is its source, which is told', async () => {
  const writer = new WordWriter(true)
  writer.add(portable(QuType.shortAnswer, { content: `<p>${formula(String.raw`\unknown{x}`)}</p>` }))
  expect([...writer.lost].map((one) => one.key)).toEqual(['wordFormulaSource'])
  const { questions: read } = await readDocx(wordDocument(writer.blocks('题'), new Map()))
  expect(read[0]?.body.content).toContain(String.raw`data-latex="\unknown{x}"`)
})
