// Converts sanitized HTML to a small tree that the print template draws. Its texts are never parsed as markup again.
import { cleanHtml } from '../richtext.ts'

export type RichNode =
  | { k: 'text'; v: string }
  | { k: 'math'; v: string; block: boolean }
  | { k: 'img'; src: string; w: number }
  | { k: 'br' | 'hr' }
  | { k: 'table'; columns: number; cells: RichCell[] }
  | {
      k: 'b' | 'i' | 'u' | 's' | 'sub' | 'sup' | 'code' | 'mark' | 'p' | 'quote' | 'pre' | 'ul' | 'ol' | 'li' | 'h'
      c: RichNode[]
      align?: string
      start?: number
    }
export type RichCell = { x: number; y: number; colspan: number; rowspan: number; head: boolean; c: RichNode[] }

type Wrap = Extract<RichNode, { c: RichNode[]; align?: string }>['k']
const wraps: Record<string, Wrap> = {
  strong: 'b', b: 'b', em: 'i', i: 'i', u: 'u', s: 's', sub: 'sub', sup: 'sup', code: 'code', mark: 'mark',
  p: 'p', div: 'p', blockquote: 'quote', pre: 'pre', ul: 'ul', ol: 'ol', li: 'li',
  h1: 'h', h2: 'h', h3: 'h', h4: 'h', h5: 'h', h6: 'h',
} // prettier-ignore
/** Maximum depth of the tree, because the template draws it by recursion. */
const DEEPEST = 14
/** Width of the page's content, in pixels. */
const WIDEST = 640

const token = /<(\/?)([a-z][a-z\d]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)|</gi
const attribute = /(?<![\w-])([\w-]+)="([^"]*)"/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00A0', apos: "'" }

/** Decodes the entities that the sanitizer writes. */
const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (all: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : ''
  })

/** Inserts a possible line break after every 24 characters of an unbreakable run. */
export const breakable = (text: string) => text.replaceAll(/[\u0021-\u02FF]{24}/g, '$&\u200B')

/** The nodes of a plain text, with its line breaks. */
export const textNodes = (text: string): RichNode[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, at) => [...(at > 0 ? [{ k: 'br' as const }] : []), { k: 'text' as const, v: breakable(line) }])

type Open = { name: string; c: RichNode[]; node?: RichNode; attributes: Map<string, string>; skip?: boolean }

/** The tree of a rich text, which is sanitized first. */
export function richNodes(html: string): RichNode[] {
  if (!/[<&]/.test(html)) return textNodes(html)
  const root: Open = { name: '', c: [], attributes: new Map() }
  const open: Open[] = [root]
  const tables: TableRow[][] = []
  const top = () => open.at(-1)!
  for (const [all, closing, rawName = '', rest = '', , words] of cleanHtml(html).matchAll(token)) {
    const name = rawName.toLowerCase()
    if (words !== undefined || name === '') {
      if (!open.some((one) => one.skip)) pushText(top(), decoded(words ?? all))
    } else if (closing) close(open, tables, name)
    else begin(open, tables, name, attributesOf(rest))
  }
  while (open.length > 1) close(open, tables, top().name)
  return root.c
}

const attributesOf = (text: string) =>
  new Map([...text.matchAll(attribute)].map(([, name = '', value = '']) => [name.toLowerCase(), decoded(value)]))

function pushText({ c, name }: Open, text: string) {
  if (name === 'pre') c.push(...textNodes(text))
  else if (text.trim() !== '' || text.includes('\u00A0') || (text !== '' && c.length > 0))
    c.push({ k: 'text', v: breakable(text.replaceAll(/[ \t\r\n]+/g, ' ')) })
}

const alone = new Set(['img', 'br', 'hr', 'source', 'col'])
type TableRow = { cells: { c: RichNode[]; colspan: number; rowspan: number; head: boolean }[] }

function begin(open: Open[], tables: TableRow[][], name: string, attributes: Map<string, string>) {
  const parent = open.at(-1)!
  if (alone.has(name)) {
    if (name === 'img') parent.c.push(pictureOf(attributes))
    else if (name === 'br') parent.c.push({ k: 'br' })
    else if (name === 'hr') parent.c.push({ k: 'hr' })
    return
  }
  const latex = attributes.get('data-latex')
  if (latex !== undefined) {
    parent.c.push({ k: 'math', v: latex, block: attributes.get('data-type') === 'block-math' })
    open.push({ name, c: [], attributes, skip: true })
    return
  }
  if (name === 'video' || name === 'audio') {
    parent.c.push({ k: 'text', v: name === 'video' ? '【视频】' : '【音频】' })
    open.push({ name, c: [], attributes, skip: true })
    return
  }
  const kind = wraps[name]
  if (name === 'table') tables.push([])
  if (name === 'tr') tables.at(-1)?.push({ cells: [] })
  const isCell = name === 'td' || name === 'th' || name === 'table'
  if (isCell || (kind !== undefined && open.length < DEEPEST)) {
    const node: Open = { name, c: [], attributes }
    if (kind) {
      const align = /text-align:\s*(left|right|center)/.exec(attributes.get('style') ?? '')?.[1]
      const start = Number(attributes.get('start') ?? 1)
      node.node = { k: kind, c: node.c, ...(align ? { align } : {}), ...(kind === 'ol' && start > 1 && start < 10_000 ? { start } : {}) }
    }
    open.push(node)
    return
  }
  // not drawn itself: its children belong to its parent
  open.push({ name, c: parent.c, attributes })
}

function close(open: Open[], tables: TableRow[][], name: string) {
  const at = open.findLastIndex((one) => one.name === name)
  if (at < 1) return
  while (open.length > at) {
    const one = open.pop()!
    const parent = open.at(-1)!
    if (one.name === 'td' || one.name === 'th') {
      const span = (key: string) => Math.min(50, Math.max(1, Math.trunc(Number(one.attributes.get(key) ?? 1)) || 1))
      tables
        .at(-1)
        ?.at(-1)
        ?.cells.push({ c: one.c, colspan: span('colspan'), rowspan: span('rowspan'), head: one.name === 'th' })
    } else if (one.name === 'table') {
      const placed = placeCells(tables.pop() ?? [])
      if (placed.cells.length > 0 && open.length < DEEPEST) parent.c.push({ k: 'table', ...placed })
      else parent.c.push(...placed.cells.flatMap((cell): RichNode[] => [...cell.c, { k: 'text', v: ' ' }]))
    } else if (one.node) parent.c.push(one.node)
  }
}

const pictureOf = (attributes: Map<string, string>): RichNode => {
  const width = Number(
    /^(\d+)/.exec(attributes.get('width') ?? '')?.[1] ?? /width:\s*(\d+)px/.exec(attributes.get('style') ?? '')?.[1] ?? 0,
  )
  return { k: 'img', src: attributes.get('src') ?? '', w: Math.min(width, WIDEST) }
}

/** The position of each cell; spans that would exceed the table or overlap another cell are cut. */
function placeCells(rows: TableRow[]): { columns: number; cells: RichCell[] } {
  const taken = new Set<string>()
  const cells: RichCell[] = []
  let columns = 0
  for (const [y, row] of rows.slice(0, 500).entries()) {
    let x = 0
    for (const { c, head, ...span } of row.cells.slice(0, 50)) {
      while (taken.has(`${x},${y}`)) x += 1
      let colspan = 1
      while (colspan < span.colspan && !taken.has(`${x + colspan},${y}`)) colspan += 1
      const rowspan = Math.min(span.rowspan, rows.length - y)
      for (let dx = 0; dx < colspan; dx++) for (let dy = 0; dy < rowspan; dy++) taken.add(`${x + dx},${y + dy}`)
      cells.push({ x, y, colspan, rowspan, head, c })
      x += colspan
      columns = Math.max(columns, x)
    }
  }
  return { columns, cells }
}
