// Equations of Word documents: formulas become LaTeX, equation objects are named at their question.
import { expect, test } from 'vitest'
import { writeArchive } from '../../../../kernel/archive.ts'
import { readDocx } from './docx.package.ts'
import { oleFile, v5 } from './mtef.factory.ts'

const spaces =
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:v="urn:schemas-microsoft-com:vml"'
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const object = (program: string, relation = 'none') =>
  `<w:r><w:object><v:shape style="width:40pt"/><o:OLEObject Type="Embed" ProgID="${program}" ShapeID="s" DrawAspect="Content" r:id="${relation}"/></w:object></w:r>`
const math = (inner: string) => `<m:oMath>${inner}</m:oMath>`
const equation = oleFile(v5.equation(v5.char('x'), v5.char('<', 6), v5.tmpl(11, 0, v5.line(v5.char('1')), v5.line(v5.char('2')))))
const paper = async (...lines: string[]) =>
  readDocx(
    writeArchive({
      'word/embeddings/oleObject1.bin': equation,
      'word/_rels/document.xml.rels': Buffer.from(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject" Target="embeddings/oleObject1.bin"/></Relationships>',
      ),
      '[Content_Types].xml': Buffer.from(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      '_rels/.rels': Buffer.from(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      'word/document.xml': Buffer.from(
        `<?xml version="1.0"?><w:document ${spaces}><w:body>${lines.map((line) => `<w:p>${line}</w:p>`).join('')}</w:body></w:document>`,
      ),
    }),
  )

test('an equation object is marked in its place, and the warning names the question, the part and the number', async () => {
  const { questions, files } = await paper(
    run('1. 若 ') + object('Equation.DSMT4') + run(' 且 ') + object('Equation.3') + run('，则？'),
    run('A. ') + object('Equation.DSMT4'),
    run('B. 乙'),
    run('答案：B'),
    run('2. 水能灭油火。'),
    run('答案：错'),
  )
  expect(files).toEqual([])
  expect(questions[0]?.body.content).toBe('<p>若 【未能读取的公式】 且 【未能读取的公式】，则？</p>')
  expect(questions.map((one) => one.problems.map(({ row, field, msg, level }) => [row, field, level, msg]))).toEqual([
    [
      [1, '题干', 'warn', '有 2 处公式（MathType 或旧公式编辑器）不能读取，已在原处标为“【未能读取的公式】”，请补上'],
      [1, '选项A', 'warn', '有 1 处公式（MathType 或旧公式编辑器）不能读取，已在原处标为“【未能读取的公式】”，请补上'],
    ],
    [],
  ])
})

test('an equation of MathType becomes LaTeX in its place', async () => {
  const { questions } = await paper(run('1. 若 ') + object('Equation.DSMT4', 'rId7') + run('，则？'), run('答案：对'))
  expect(questions[0]?.body.content).toMatch(/^<p>若 <span[^>]*data-latex="x&lt;\\frac\{1\}\{2\}"[^>]*>.*<\/span>，则？<\/p>$/)
  expect(questions[0]?.problems).toEqual([])
})

test('a formula of Word becomes LaTeX, an empty one is left out', async () => {
  const { questions } = await paper(run('1. 求 ') + math('<m:r><m:t>x+1</m:t></m:r>') + math('') + run(' 的值'), run('答案：2'))
  expect(questions[0]?.body.content).toContain(String.raw`data-latex="x+1"`)
  expect(questions[0]?.problems).toEqual([])
})

test('other objects stay as they are', async () => {
  const { questions } = await paper(run('1. 见表 ') + object('Excel.Sheet.12'), run('答案：2'))
  expect(JSON.stringify(questions)).not.toContain('未能读取')
})
