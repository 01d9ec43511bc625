// Formulas of printed documents. KaTeX reads them, as on the pages; the template sets KaTeX's tree piece by piece.
import katex from 'katex'
import 'katex/contrib/mhchem'
import { signCount } from './letters.ts'
import type { ParseNode } from './parse-node.ts'
import { type Piece, rowOf, type Step, stepsOf } from './piece.ts'
import { rowPiece, UNKNOWN } from './pieces.ts'
import { atStart } from './setting.ts'
import { structureOf, structureOfMathml } from './structure.ts'

const LONGEST = 4_000
const DEEPEST = 24

const parse = (katex as unknown as { __parse: (latex: string, options: object) => ParseNode[] }).__parse

/** Commands that KaTeX answers with a line in the log: they show nothing here either. */
const silent = Object.fromEntries(['\\message', '\\errmessage', '\\show'].map((name) => [name, String.raw`\@secondoftwo{#1}{}`]))

/** KaTeX's options, as on the pages; made anew each time, because a formula may define macros. */
const optionsFor = (block: boolean) => ({ displayMode: block, strict: 'ignore' as const, errorColor: UNKNOWN, macros: { ...silent } })

/** The pieces of a formula, in display or inline. Fails with KaTeX's error or Unset where it cannot be set exactly. */
export function piecesOf(latex: string, block: boolean): Piece {
  return rowPiece(parse(latex, optionsFor(block)), atStart(block))
}

/** The structure of a formula as KaTeX's MathML has it. Fails with KaTeX's error. */
export const shownStructure = (latex: string, block: boolean): string =>
  structureOfMathml(katex.renderToString(latex, { ...optionsFor(block), output: 'mathml' }))

/** A formula as steps, and the steps of its parts between which a line may be broken; none where it may not. `most`: it is not wider, in points. `high`: it may be higher than a line of text. */
export type SetFormula = { steps: Step[]; chunks: Step[][]; most: number; high: boolean }

const breaks = new Set(['relation', 'binary'])

/** The parts of a row that a line may end with: a line is broken after a relation or an operator, as on the pages. */
function chunksOf({ kind, inside }: Piece): Step[][] {
  if (kind !== 'row') return []
  const chunks: Piece[][] = [[]]
  for (const one of inside) {
    chunks.at(-1)!.push(one)
    if (one.kind === 'class' && breaks.has(one.with?.v ?? '')) chunks.push([])
  }
  const filled = chunks.filter((one) => one.length > 0)
  return filled.length > 1 ? filled.map((one) => stepsOf(rowOf(one), DEEPEST)) : []
}

/** Points; more than a sign of a formula of 11 points takes with the distances around it. */
const SIGN = 18
const NEVER = 10_000
/** A width that a formula certainly does not exceed; NEVER where that cannot be said without setting it. */
function mostOf(steps: readonly Step[]): number {
  let sum = 0
  for (const [kind, , more] of steps) {
    if (kind === 'size' || kind === 'table' || kind === 'lines' || kind === 'rule') return NEVER
    if (kind === 'space') sum += 11 * Math.max(0, more?.n ?? 0)
    else sum += kind === 'text' ? 12 * signCount(more?.v ?? '') + 6 : SIGN * Number(kind !== 'row' && kind !== 'class')
  }
  return sum
}

const highKinds = new Set(['fraction', 'table', 'lines', 'root', 'brace', 'stretch', 'big', 'fence'])
const isHigh = (steps: readonly Step[]) =>
  steps.some(
    ([kind, , more]) => highKinds.has(kind) || (kind === 'scripts' && more?.places?.some((place) => place === 'b' || place === 't')),
  )

/** What sets a formula; null where it cannot be set, or where its pieces and KaTeX's MathML say different things. */
export function setFormula(latex: string, block: boolean): SetFormula | null {
  if (latex.length > LONGEST || latex.trim() === '') return null
  try {
    const pieces = piecesOf(latex, block)
    if (structureOf(pieces) !== shownStructure(latex, block)) return null
    const steps = stepsOf(pieces, DEEPEST)
    return { steps, chunks: chunksOf(pieces), most: mostOf(steps), high: isHigh(steps) }
  } catch {
    // printed as its source
    return null
  }
}
