// A formula as a tree of pieces, which the print template typesets one by one.

/** What a table is besides its cells; distances in em, `hlines` and `vlines` count the rows and columns before a rule. */
export type TableShape = {
  columns: number
  /** whether the last cell of each row is the number or tag of a line */
  tagged: boolean
  aligns: string[]
  gap: number
  /** whether columns belong together two by two */
  pairs: boolean
  rows: number
  small: boolean
  hlines: number[]
  vlines: number[]
}
/** What else the template needs of a piece: a sign, text or name `v`, a number `n` (lengths in em), and what single kinds have. */
export type More = { v?: string; n?: number; style?: string; places?: string[] } & Partial<
  Record<'bold' | 'round' | 'bar' | 'wide', boolean> & Record<'width' | 'height' | 'shift', number>
> & { table?: TableShape }
/** A piece: its kind, one of those in `formula.typ`, and the pieces inside it. */
export type Piece = { kind: string; inside: Piece[]; with?: More }

/** A formula that cannot be set exactly. */
export class Unset extends Error {}

/** What `\not` puts through the sign that follows. */
export const SLASH = '\u0338'

export const piece = (kind: string, inside: Piece[] = [], more?: More): Piece => ({
  kind,
  inside,
  ...(more ? { with: more } : {}),
})

const isText = (one: Piece | undefined): one is Piece => one?.kind === 'text'

/** A row of pieces; texts of the same weight that follow each other become one. */
export function rowOf(pieces: readonly Piece[]): Piece {
  const joined: Piece[] = []
  for (const one of pieces.flatMap((each) => (each.kind === 'row' ? each.inside : [each]))) {
    const last = joined.at(-1)
    if (isText(one) && isText(last) && one.with?.bold === last.with?.bold)
      joined[joined.length - 1] = piece('text', [], { ...last.with, v: `${last.with?.v ?? ''}${one.with?.v ?? ''}` })
    else joined.push(one)
  }
  return joined.length === 1 ? joined[0]! : piece('row', joined)
}

export type Step = [kind: string, inside: number, more: More | null]

/** The pieces in the order in which they are built: each after those inside it. Fails Unset when they are nested too deeply. */
export function stepsOf(root: Piece, deepest: number): Step[] {
  const steps: Step[] = []
  const visit = (one: Piece, depth: number) => {
    if (depth > deepest || one.with?.v === SLASH) throw new Unset('too deep, or nothing to cross out')
    for (const inner of one.inside) visit(inner, depth + 1)
    steps.push([one.kind, one.inside.length, one.with ?? null])
  }
  visit(root, 0)
  return steps
}
