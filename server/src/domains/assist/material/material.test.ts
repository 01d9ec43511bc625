// The text of course files by page: PDF, Word, slides, captions; files without text and broken ones say so.
import { assistText } from '@shuyuan/contract/assist/questions/questions.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { writeArchive } from '../../../kernel/archive.ts'

const { app, teacher } = await startWith('teacher')
const bytes = (text: string) => new TextEncoder().encode(text)

/** A PDF with these lines, a page each; an empty line is a page without text. */
function pdf(pages: string[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
  ]
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [at, line] of pages.entries()) {
    const stream = line === '' ? '' : `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    )
  }
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return bytes(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
  )
}

const docx = (text: string) =>
  writeArchive({
    '[Content_Types].xml': bytes(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': bytes(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': bytes(
      `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  })
const slide = (text: string) => bytes(`<p:sld xmlns:a="a" xmlns:p="p"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`)

let number = 0
async function read(name: string, content: Uint8Array) {
  const key = `202611/${String(++number).padStart(32, '0')}${name.slice(name.lastIndexOf('.'))}`
  const path = join(app.app.storage.privateRoot, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  const { id } = await app.db
    .insertInto('courseFile')
    .values({ title: name, fileName: name, fileUrl: `/files/${key}`, fileType: CourseFileType.pdf, fileSize: String(content.length) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return app.ok(assistText.detail, { fileId: id }, teacher)
}

test('a PDF has its pages, those without text too', async () => {
  const found = await read('handbook.pdf', pdf(['Check the extinguisher every month', '', 'Keep food below 5 degrees']))
  expect(found).toMatchObject({ error: '', title: 'handbook.pdf' })
  expect(found.pages).toEqual([
    { at: 1, chars: 34 },
    { at: 2, chars: 0 },
    { at: 3, chars: 25 },
  ])
})

test('a document of Word, slides and captions have their text', async () => {
  expect(await read('制度.docx', docx('灭火器每月检查一次'))).toMatchObject({ chars: 9, error: '' })
  const slides = writeArchive({ 'ppt/slides/slide10.xml': slide('第十页'), 'ppt/slides/slide2.xml': slide('第二页内容') })
  expect((await read('培训.pptx', slides)).pages).toEqual([
    { at: 2, chars: 5 },
    { at: 10, chars: 3 },
  ])
  expect(await read('字幕.vtt', bytes('WEBVTT\n\n1\n00:00.000 --> 00:02.000\n每月检查一次'))).toMatchObject({ chars: 6 })
})

test('a scan, another kind and a broken file say why they have none', async () => {
  expect(await read('scan.pdf', pdf(['']))).toMatchObject({ chars: 0, error: '这个文件没有文字（可能是扫描件），请粘贴文字。' })
  expect(await read('film.mp4', bytes('x'))).toMatchObject({ error: '这种文件不能读出文字，请粘贴文字。' })
  expect(await read('broken.pdf', bytes('no pdf'))).toMatchObject({ error: '这种文件不能读出文字，请粘贴文字。' })
  expect(await read('broken.docx', bytes('PK\u0003\u0004'))).toMatchObject({ error: '这种文件不能读出文字，请粘贴文字。' })
})
