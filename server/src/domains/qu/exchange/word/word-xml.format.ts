// Paragraphs and tables as the XML of a Word document (ECMA-376 part 1).
import type { Block, Inline, Mark } from './word-blocks.format.ts'
import { equationOf } from './word-math.format.ts'

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A picture that can be put into the document: its relation, and its size in pixels. */
export type Picture = { id: string; width: number; height: number }
const EMU = 9525
const [WIDEST, HIGHEST] = [520, 360]

/** Styles that the reader of this product leaves out (`docx.package.ts`). */
export const SHOWN = 'ShuyuanShown'
const styles: Record<string, string> = {
  title: 'ShuyuanTitle',
  heading: 'ShuyuanHeading',
  option: 'ShuyuanOption',
  shown: 'ShuyuanShownLine',
}
const properties: Record<Mark, string> = {
  strong: '<w:b/>',
  em: '<w:i/>',
  u: '<w:u w:val="single"/>',
  s: '<w:strike/>',
  sub: '<w:vertAlign w:val="subscript"/>',
  sup: '<w:vertAlign w:val="superscript"/>',
}
/** In the order of the schema. */
const order: Mark[] = ['strong', 'em', 's', 'u', 'sub', 'sup']

export class WordXml {
  /** addresses of links by relation */
  readonly links = new Map<string, string>()
  /** formulas that Word cannot show */
  unshown = 0
  readonly #pictures: ReadonlyMap<string, Picture>
  #drawings = 0

  constructor(pictures: ReadonlyMap<string, Picture>) {
    this.#pictures = pictures
  }

  blocks(given: readonly Block[]): string {
    return given.map((one) => this.#block(one)).join('')
  }

  #block(block: Block): string {
    if (block.kind === 'paragraph') {
      const style = block.style === undefined ? '' : `<w:pPr><w:pStyle w:val="${styles[block.style]}"/></w:pPr>`
      return `<w:p>${style}${block.inlines.map((one) => this.#inline(one)).join('')}</w:p>`
    }
    const width = Math.max(1, ...block.rows.map((row) => row.cells.length))
    const rows = block.rows.map(({ isHead, cells }) => {
      const inner = cells.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${this.blocks(cell) || '<w:p/>'}</w:tc>`)
      return `<w:tr>${isHead ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${inner.join('')}</w:tr>`
    })
    const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
      (side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`,
    )
    const grid = `<w:tblGrid>${'<w:gridCol/>'.repeat(width)}</w:tblGrid>`
    return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${border.join('')}</w:tblBorders></w:tblPr>${grid}${rows.join('')}</w:tbl>`
  }

  #inline(inline: Inline): string {
    switch (inline.kind) {
      case 'break':
        return '<w:r><w:br/></w:r>'
      case 'shown':
        return `<w:r><w:rPr><w:rStyle w:val="${SHOWN}"/></w:rPr><w:t xml:space="preserve">${xmlText(inline.text)}</w:t></w:r>`
      case 'formula': {
        const equation = equationOf(inline.latex)
        if (equation === undefined) this.unshown += 1
        return equation ?? this.#text(String.raw`\(${inline.latex}\)`, [])
      }
      case 'image':
        return this.#image(inline.src, inline.alt)
      default: {
        const run = this.#text(inline.text, inline.marks)
        return inline.href === undefined ? run : `<w:hyperlink r:id="${this.#link(inline.href)}">${run}</w:hyperlink>`
      }
    }
  }

  #text(text: string, marks: Mark[]): string {
    const own = order.filter((one) => marks.includes(one)).map((one) => properties[one])
    return `<w:r>${own.length > 0 ? `<w:rPr>${own.join('')}</w:rPr>` : ''}<w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`
  }

  #link(href: string): string {
    const known = [...this.links].find(([, address]) => address === href)?.[0]
    const id = known ?? `link${this.links.size + 1}`
    this.links.set(id, href)
    return id
  }

  /** A picture that cannot be read is its address. */
  #image(src: string, alt: string): string {
    const picture = this.#pictures.get(src)
    if (!picture) return this.#text(`[${alt || src}]`, [])
    const scale = Math.min(1, WIDEST / picture.width, HIGHEST / picture.height)
    const [cx, cy] = [picture.width, picture.height].map((one) => Math.max(1, Math.round(one * scale * EMU)))
    const id = (this.#drawings += 1)
    const name = `<wp:docPr id="${id}" name="${id}" descr="${xmlText(alt)}"/>`
    const fill = `<pic:blipFill><a:blip r:embed="${picture.id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`
    const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`
    return (
      `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/>${name}` +
      `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="${id}"/><pic:cNvPicPr/></pic:nvPicPr>${fill}${shape}</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
    )
  }
}
