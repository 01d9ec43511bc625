// What Word keeps outside of the lines of a document: text boxes and drawings.
import { expect, test } from 'vitest'
import { paragraph, picture, run, wordFile } from '../../../../../test/word-file.ts'
import { readDocx } from './docx.package.ts'

const empty = Buffer.alloc(0)
const read = async (...body: string[]) => (await readDocx(wordFile(empty, ...body))).questions

/** A run with a text box, as Word writes it: the drawing of today and the one for older versions, with the same text. */
const textBox = (...lines: string[]) => {
  const content = `<w:txbxContent>${lines.map(paragraph).join('')}</w:txbxContent>`
  const drawing = `<w:drawing><wp:inline><a:graphic><a:graphicData uri="x"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:txbx>${content}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`
  const old = `<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${content}</v:textbox></v:shape></w:pict>`
  return `<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${drawing}</mc:Choice><mc:Fallback>${old}</mc:Fallback></mc:AlternateContent></w:r>`
}

/** The drawing of a text box by itself. */
const partOf = (box: string) => /<w:drawing>.*<\/w:drawing>(?=<\/mc:Choice>)/s.exec(box)![0]

test('the text of a text box is read once, in its place', async () => {
  const [first, second] = await read(
    paragraph(`${run('1. 读下面的材料。')}${textBox('材料：水在0度结冰。')}`),
    ...['A. 对', 'B. 错', '答案：A', '2. 天是蓝的。', '答案：对'].map(paragraph),
  )
  expect(first?.body.content).toContain('读下面的材料。')
  expect(first?.body.content.match(/水在0度结冰/g)).toHaveLength(1)
  expect(second?.body.content).toContain('天是蓝的')
})

test('a text box that has no text for older versions is read from the drawing', async () => {
  const box = textBox('材料：水在0度结冰。').replace(/<mc:Fallback>.*<\/mc:Fallback>/, '')
  const [first] = await read(paragraph(`${run('1. 读下面的材料。')}${box}`), ...['A. 对', 'B. 错', '答案：A'].map(paragraph))
  expect(first?.body.content).toContain('水在0度结冰')
})

test('a text box straight in a drawing is read', async () => {
  const box = `<w:r>${partOf(textBox('材料：水在0度结冰。'))}</w:r>`
  const [first] = await read(paragraph(`${run('1. 读下面的材料。')}${box}`), ...['A. 对', 'B. 错', '答案：A'].map(paragraph))
  expect(first?.body.content).toContain('水在0度结冰')
})

test('a picture in a text box is kept, and what follows the box stays where it is', async () => {
  const box = textBox('看图：').replaceAll('</w:txbxContent>', `${picture}</w:txbxContent>`)
  const drawing = partOf(box)
  const body = [
    `<w:p>${run('1. 选一个。')}<w:r>${drawing}</w:r></w:p>`,
    ...['A. 对', 'B. 错', '答案：A', '2. 天是蓝的。', '答案：对'].map(paragraph),
  ]
  const { questions, files } = await readDocx(wordFile(Buffer.from('png'), ...body))
  expect(files).toHaveLength(1)
  expect(questions.map((one) => one.body.options?.length)).toEqual([2, 2])
  expect(questions[0]?.body.content).toMatch(/看图：.*<img /)
})
