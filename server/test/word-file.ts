// Minimal Word documents for tests.
import { zipOf } from './xlsx.ts'

export const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
/** @param content plain text, or runs and formulas */
export const paragraph = (content: string) => `<w:p>${content.startsWith('<') ? content : run(content)}</w:p>`
/** The fraction 1/2 as a Word formula. */
export const half = '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>'
/** A paragraph with the document's picture. */
export const picture = `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">
  <pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const relation = (id: string, type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'

/** A document of these paragraphs. @param png its only picture */
export const wordFile = (png: Buffer, ...body: string[]): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: relation('r', 'officeDocument', 'word/document.xml') },
    { name: 'word/_rels/document.xml.rels', content: relation('rId1', 'image', 'media/a.png') },
    { name: 'word/media/a.png', content: png },
    { name: 'word/document.xml', content: `<?xml version="1.0"?><w:document ${names}><w:body>${body.join('')}</w:body></w:document>` },
  ])
