// Rich text of the bank as the paragraphs and tables that Word has, and as the HTML that they give when the document is read again.
import { MessageSet } from '../exchange.rules.ts'
import { flowXhtml } from '../qti/qti-body.format.ts'
import { type Element, elements, isElement, readTree, textOf } from '../qti/qti-tree.format.ts'

/** In the order in which they are nested when they are read again, the innermost first. */
const marks = ['s', 'u', 'sub', 'sup', 'em', 'strong'] as const
export type Mark = (typeof marks)[number]
export type Inline =
  | { kind: 'text'; text: string; marks: Mark[]; href?: string }
  | { kind: 'break' }
  | { kind: 'formula'; latex: string }
  | { kind: 'image'; src: string; alt: string }
  /** shown, and not read again */
  | { kind: 'shown'; text: string }
export type Paragraph = { kind: 'paragraph'; inlines: Inline[]; style?: 'title' | 'heading' | 'option' | 'shown' }
export type Table = { kind: 'table'; rows: { isHead: boolean; cells: Block[][] }[] }
export type Block = Paragraph | Table

const named: Record<string, Mark> = { strong: 'strong', b: 'strong', em: 'em', i: 'em', sub: 'sub', sup: 'sup' }
const blocks = new Set('p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li hr table'.split(' '))

/** Rich text as blocks. Formats that Word has no place for are left out. */
export function blocksOf(html: string): Block[] {
  if (html === '') return []
  const found = new Blocks()
  found.flow(readTree(`<div>${flowXhtml(html, new MessageSet())}</div>`)?.children ?? [], [])
  return found.close()
}

class Blocks {
  readonly #blocks: Block[] = []
  #inlines: Inline[] = []

  flow(nodes: (Element | string)[], own: Mark[], href?: string): void {
    for (const node of nodes) {
      if (!isElement(node)) {
        const text = node.replaceAll(/[\t\r\n ]+/g, ' ')
        if (text !== '') this.#inlines.push({ kind: 'text', text, marks: own, ...(href === undefined ? {} : { href }) })
      } else this.#element(node, own, href)
    }
  }

  #element(node: Element, own: Mark[], href?: string): void {
    const { name, attributes, children } = node
    const mark = named[name] ?? (attributes['data-tag'] === 'u' || attributes['data-tag'] === 's' ? attributes['data-tag'] : undefined)
    if (attributes['data-latex'] !== undefined) this.#inlines.push({ kind: 'formula', latex: attributes['data-latex'] })
    else if (name === 'br') this.#inlines.push({ kind: 'break' })
    else if (name === 'img') this.#inlines.push({ kind: 'image', src: attributes.src ?? '', alt: attributes.alt ?? '' })
    else if (name === 'video' || name === 'audio') this.#media(node)
    else if (name === 'table') {
      this.#end()
      this.#blocks.push(tableOf(node))
    } else if (blocks.has(name)) {
      this.#end()
      this.flow(children, own, href)
      this.#end()
    } else this.flow(children, mark && !own.includes(mark) ? [...own, mark] : own, name === 'a' ? attributes.href : href)
  }

  /** Word shows no sounds and films: their addresses. */
  #media(node: Element): void {
    const source = node.attributes.src ?? elements(node).find((one) => one.name === 'source')?.attributes.src ?? ''
    if (source !== '') this.#inlines.push({ kind: 'text', text: source, marks: [], ...(/^https?:/.test(source) ? { href: source } : {}) })
  }

  #end(): void {
    const isEmpty = this.#inlines.every((one) => one.kind === 'text' && one.text.trim() === '')
    if (!isEmpty) this.#blocks.push({ kind: 'paragraph', inlines: this.#inlines })
    this.#inlines = []
  }

  close(): Block[] {
    this.#end()
    return this.#blocks
  }
}

function tableOf(node: Element): Table {
  const rowsIn = (one: Element): Element[] => (one.name === 'tr' ? [one] : elements(one).flatMap(rowsIn))
  const rows = elements(node)
    .flatMap(rowsIn)
    .map((row) => {
      const cells = elements(row).filter((one) => one.name === 'td' || one.name === 'th')
      const read = cells.map((cell) => {
        const inner = new Blocks()
        inner.flow(cell.children, [])
        return inner.close()
      })
      return { isHead: cells.length > 0 && cells.every((one) => one.name === 'th'), cells: read }
    })
  // Word repeats head rows at the top of the table only
  const body = rows.findIndex((row) => !row.isHead)
  return { kind: 'table', rows: rows.map((row, at) => ({ ...row, isHead: row.isHead && (body === -1 || at < body) })) }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const wrapped = (html: string, own: readonly Mark[]) =>
  marks.filter((one) => own.includes(one)).reduce((inner, one) => `<${one}>${inner}</${one}>`, html)

function inlineHtml(inline: Inline): string {
  switch (inline.kind) {
    case 'break':
      return '<br />'
    case 'formula':
      return escape(String.raw`\(${inline.latex}\)`)
    case 'image':
      return `<img src="${escape(inline.src)}" alt="${escape(inline.alt)}" />`
    case 'shown':
      return ''
    default: {
      const html = wrapped(escape(inline.text), inline.marks)
      return inline.href === undefined ? html : `<a href="${escape(inline.href)}">${html}</a>`
    }
  }
}

/** The HTML of blocks when the document is read again. */
export function readHtml(given: readonly Block[]): string {
  return given
    .map((block) => {
      if (block.kind === 'paragraph')
        return block.style === 'title' || block.style === 'shown' ? '' : `<p>${block.inlines.map(inlineHtml).join('')}</p>`
      const row = (cells: Block[][], name: string) => `<tr>${cells.map((cell) => `<${name}>${readHtml(cell)}</${name}>`).join('')}</tr>`
      const [heads, bodies] = [true, false].map((isHead) =>
        block.rows.filter((one) => one.isHead === isHead).map((one) => row(one.cells, isHead ? 'th' : 'td')),
      )
      const head = heads && heads.length > 0 ? `<thead>${heads.join('')}</thead>` : ''
      return `<table>${head}${head === '' ? (bodies ?? []).join('') : `<tbody>${(bodies ?? []).join('')}</tbody>`}</table>`
    })
    .join('')
}

/** Keeps the signs of a paper in a text from being read as such: nothing is seen of it, and it is taken out again when the paper is read. */
export const GUARD = '\u2060'
const signs = /(?<=[A-Z])(?=\s*[.、．)）:：])|(?<=[（(])(?=\s*(?:[A-Z]{1,8}|√|×|对|错|正确|错误)\s*[)）])/g
const guarded = (text: string, hasGaps: boolean) => {
  const safe = text.replaceAll(signs, GUARD)
  return hasGaps ? safe : safe.replaceAll(/[_＿](?=[_＿])/g, (sign) => `${sign}${GUARD}`)
}
/** The blocks with guarded signs. @param first whether the first line is guarded at its beginning too @param hasGaps whether underscores are gaps */
export function guard(given: readonly Block[], { first = false, hasGaps = true } = {}): Block[] {
  return given.map((block, at) => {
    if (block.kind === 'table')
      return { ...block, rows: block.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => guard(cell, { hasGaps })) })) }
    let isStart = at > 0 || first
    const inlines = block.inlines.map((one): Inline => {
      const begins = isStart
      isStart = one.kind === 'break'
      if (one.kind !== 'text') return one
      const text = guarded(one.text, hasGaps)
      return { ...one, text: begins ? `${GUARD}${text}` : text }
    })
    return { ...block, inlines }
  })
}
export const textOfBlocks = (given: readonly Block[]): string => textOf(readTree(`<div>${readHtml(given)}</div>`) ?? undefined)
