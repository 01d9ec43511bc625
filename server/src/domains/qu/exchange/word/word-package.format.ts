// A paper as a Word document: parts, styles, pictures, and the sources of its formulas, by which they are read again as they were.
import { writeArchive } from '../../../../kernel/archive.ts'
import { FORMULAS, formulaSources, latexOf } from '../docx/omml.format.ts'
import { readTree } from '../qti/qti-tree.format.ts'
import type { Block } from './word-blocks.format.ts'
import { equationOf } from './word-math.format.ts'
import { inlinesIn } from './word-write.format.ts'
import { type Picture, SHOWN, WordXml, xmlText } from './word-xml.format.ts'

/** A picture of the document with its size in pixels; `extension` of a kind that Word shows: png, jpg, gif. */
export type WordPicture = { bytes: Uint8Array; extension: string; width: number; height: number }

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const names = [
  `xmlns:w="${word}"`,
  `xmlns:r="${office}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ')

const style = (id: string, name: string, inner: string, type = 'paragraph') =>
  `<w:style w:type="${type}" w:customStyle="1" w:styleId="${id}"><w:name w:val="${name}"/>${type === 'paragraph' ? '<w:basedOn w:val="Normal"/>' : ''}${inner}</w:style>`
const styles =
  `${xml}<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体" w:cs="Times New Roman"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="40" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  style(
    'ShuyuanTitle',
    'Shuyuan Title',
    '<w:pPr><w:spacing w:after="240"/><w:jc w:val="center"/></w:pPr><w:rPr><w:rFonts w:eastAsia="黑体"/><w:b/><w:sz w:val="32"/></w:rPr>',
  ) +
  style(
    'ShuyuanHeading',
    'Shuyuan Heading',
    '<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/></w:pPr><w:rPr><w:rFonts w:eastAsia="黑体"/><w:b/><w:sz w:val="24"/></w:rPr>',
  ) +
  style('ShuyuanOption', 'Shuyuan Option', '<w:pPr><w:ind w:left="420"/></w:pPr>') +
  style('ShuyuanShownLine', 'Shuyuan Shown Line', '') +
  style(SHOWN, 'Shuyuan Shown', '', 'character') +
  '</w:styles>'

const relation = (id: string, type: string, target: string, isExternal = false) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${xmlText(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`
const relations = (...all: string[]) => `${xml}<Relationships xmlns="${packaging}/relationships">${all.join('')}</Relationships>`

/** The formulas of the paper whose equations read otherwise, by what they read as. */
function sourcesIn(blocks: readonly Block[]): string {
  const found = new Map<string, string>()
  for (const one of inlinesIn(blocks)) {
    if (one.kind !== 'formula') continue
    const equation = equationOf(one.latex)
    const read = equation && latexOf(readTree(equation) ?? undefined).trim()
    if (read !== undefined && read !== one.latex.trim() && !found.has(read)) found.set(read, one.latex)
  }
  return formulaSources(found)
}

/** The bytes of the document. @param pictures by their addresses in the texts */
export function wordDocument(blocks: readonly Block[], pictures: ReadonlyMap<string, WordPicture>): Uint8Array {
  const placed = new Map<string, Picture>()
  const media: Record<string, Uint8Array> = {}
  const images: string[] = []
  for (const [src, { bytes, extension, width, height }] of pictures) {
    const id = `image${placed.size + 1}`
    placed.set(src, { id, width, height })
    media[`word/media/${id}.${extension}`] = bytes
    images.push(relation(id, 'image', `media/${id}.${extension}`))
  }
  const writer = new WordXml(placed)
  const body = writer.blocks(blocks)
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>'
  const links = [...writer.links].map(([id, href]) => relation(id, 'hyperlink', href, true))
  const kinds = ['png', 'jpg', 'gif']
    .map((one) => `<Default Extension="${one}" ContentType="image/${one === 'jpg' ? 'jpeg' : one}"/>`)
    .join('')
  const text = (value: string) => Buffer.from(value)
  return writeArchive({
    '[Content_Types].xml': text(
      `${xml}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kinds}` +
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>' +
        '<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>',
    ),
    '_rels/.rels': text(relations(relation('document', 'officeDocument', 'word/document.xml'))),
    'word/document.xml': text(`${xml}<w:document ${names}><w:body>${body}${page}</w:body></w:document>`),
    'word/styles.xml': text(styles),
    'word/_rels/document.xml.rels': text(
      relations(relation('styles', 'styles', 'styles.xml'), relation('formulas', 'customXml', `../${FORMULAS}`), ...images, ...links),
    ),
    [FORMULAS]: text(sourcesIn(blocks)),
    ...media,
  })
}
