// Matrices, cases, aligned lines and arrays with rules.
import type { ArrayNode, ParseNode } from './parse-node.ts'
import { piece, type Piece, rowOf, type TableShape, Unset } from './piece.ts'
import type { Setting } from './setting.ts'

type Row = (nodes: readonly ParseNode[], now: Setting) => Piece

const gaps: Record<string, number> = { align: 0, alignat: 0, gather: 0, small: 0.2778 }

/** The number that KaTeX counts for a line of `align` and `equation`, or the tag that the line names. */
function tagOf(tag: boolean | ParseNode[] | undefined, before: number, now: Setting, row: Row): Piece | undefined {
  if (tag === true) return piece('number', [], { n: before + 1 })
  if (!Array.isArray(tag) || tag.length === 0) return undefined
  return row(tag, { ...now, style: 'text' })
}

/** A table's piece; `row` converts the cells. Fails Unset for diagrams of arrows. */
export function tablePiece(node: ArrayNode, now: Setting, row: Row): Piece {
  const { body, cols = [], colSeparationType, hLinesBeforeRow } = node
  if (colSeparationType === 'CD') throw new Unset('CD')
  const width = Math.max(1, ...body.map((cells) => cells.length))
  const aligns = cols.flatMap((one) => (one.type === 'align' ? [one.align] : []))
  const isAligned = colSeparationType === 'align' || colSeparationType === 'alignat'
  const tags = numbered(node, now, row)
  const cells = body.flatMap((line, at) => [
    ...Array.from({ length: width }, (_, x) => (line[x] ? row([line[x]], now) : rowOf([]))),
    ...(tags.length > 0 ? [tags[at] ?? rowOf([])] : []),
  ])
  const table: TableShape = {
    columns: width + (tags.length > 0 ? 1 : 0),
    tagged: tags.length > 0,
    aligns: Array.from({ length: width }, (_, x) => aligns[x] ?? 'c'),
    gap: gaps[colSeparationType ?? ''] ?? 1,
    pairs: isAligned && colSeparationType === 'align',
    rows: 0.2 + (node.addJot ? 0.3 : 0) + Math.max(-0.1, node.arraystretch - 1),
    small: node.arraystretch < 1,
    hlines: hLinesBeforeRow.flatMap((lines, at) => (lines.length > 0 ? [at] : [])),
    vlines: verticals(cols),
  }
  return piece('table', cells, { table, style: now.style })
}

function numbered({ tags, body }: ArrayNode, now: Setting, row: Row): (Piece | undefined)[] {
  let count = 0
  const found = body.map((_, at) => {
    const tag = tagOf(tags?.[at], count, now, row)
    if (tag?.kind === 'number') count += 1
    return tag
  })
  return found.some(Boolean) ? found : []
}

/** After how many columns a rule stands; several rules side by side are one. */
function verticals(cols: NonNullable<ArrayNode['cols']>): number[] {
  const found = new Set<number>()
  let columns = 0
  for (const one of cols) {
    if (one.type === 'align') columns += 1
    else found.add(columns)
  }
  return [...found]
}
