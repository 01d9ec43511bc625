// Converts KaTeX's parse tree of a formula to pieces. The styles and the places of scripts are those of KaTeX's own drawing.
import { inAlphabet, signCount, signOf } from './letters.ts'
import { classed, inLines, settleBinary } from './line.ts'
import { accentOf, arrowOf, braceOf, enclosures } from './marks.ts'
import type { Fraction, Letter, Operator, OperatorName, ParseNode, Scripts } from './parse-node.ts'
import { piece, type Piece, rowOf, SLASH, Unset } from './piece.ts'
import { emOf, hasLimits, inFraction, inScript, inText, type Setting, sizes, textVariantOf, variantOf } from './setting.ts'
import { tablePiece } from './table.ts'

const sign = (v: string) => piece('sign', [], { v })
const text = (v: string, variant = 'normal') =>
  piece('text', [], { v: Array.from(v, (one) => inAlphabet(one, variant)).join(''), ...(variant.includes('bold') ? { bold: true } : {}) })

const isDotless = /[\u0131\u0237]/
const isWord = /^[\p{L}\p{N}]$/u

/** The pieces of a list, in a row. */
export function rowPiece(nodes: readonly ParseNode[], now: Setting): Piece {
  const [only] = nodes
  if (nodes.length === 1 && only?.type === 'ordgroup') return rowPiece(only.body, now)
  const pieces: Piece[] = []
  let isCrossed = false
  for (const node of nodes) {
    const one = pieceOf(node, now)
    const isSlash = one.with?.v === SLASH
    pieces.push(isCrossed ? crossed(one) : one)
    if (isSlash) pieces.pop()
    isCrossed = isSlash
  }
  settleBinary(pieces)
  // the sign that it crosses out follows outside of this group
  return inLines(isCrossed ? [...pieces, sign(SLASH)] : pieces, now)
}

/** `\not` before a sign: the sign that Unicode has for both. */
function crossed(one: Piece): Piece {
  if (one.kind === 'class' || (one.kind === 'row' && one.inside.length === 1)) return { ...one, inside: [crossed(one.inside[0]!)] }
  const both = `${one.with?.v ?? ''}${SLASH}`.normalize('NFC')
  if (one.kind !== 'sign' || signCount(both) !== 1) throw new Unset('\\not')
  return sign(both)
}

function letterPiece({ type, text: name, mode }: Letter, now: Setting): Piece {
  const letter = signOf(name, mode)
  if (mode === 'text') return text(letter, textVariantOf(now.text))
  if (letter === SLASH) return sign(SLASH)
  const variant = isDotless.test(letter) && now.font === '' ? 'italic' : variantOf(now.font, type === 'textord')
  const isGreekCapital = /^[Α-Ω]$/u.test(letter)
  if (name === '\\varnothing') return classed('ord', piece('sign', [], { v: letter, round: true }))
  if (variant === 'italic') return sign(isGreekCapital || isDotless.test(letter) ? inAlphabet(letter, 'italic') : letter)
  if (variant === 'normal')
    return isWord.test(letter) && !/\p{Script=Greek}|[ℏℓℵℶℷℸ℧ℜℑ℘ℎ]/u.test(letter) ? text(letter) : classed('ord', sign(letter))
  const styled = inAlphabet(letter, variant)
  return styled === letter ? classed('ord', sign(letter)) : sign(styled)
}

/** A delimiter: `.` is none. */
export function delimiter(name: string, mode: 'math' | 'text' = 'math'): Piece | undefined {
  if (name === '.') return undefined
  const shown = signOf(name, mode)
  return sign({ '<': '⟨', '>': '⟩', '∣': '|', '∥': '‖' }[shown] ?? shown)
}

/** Pieces between delimiters that grow with them; null and `.` are none. */
function fenced(left: string | null, inside: Piece, right: string | null): Piece {
  const [open, close] = [left === null ? undefined : delimiter(left), right === null ? undefined : delimiter(right)]
  if (!open && !close) return inside
  const around = [...(open ? [classed('open', open)] : []), inside, ...(close ? [classed('close', close)] : [])]
  return piece('fence', around)
}

function fractionPiece(node: Fraction, now: Setting): Piece {
  const parts = [node.numer, node.denom].map((one) => rowPiece([one], inFraction(now)))
  return fenced(node.leftDelim, piece('fraction', parts, { bar: node.hasBarLine }), node.rightDelim)
}

function operatorPiece(node: Operator | OperatorName, now: Setting): Piece {
  if (node.type === 'op' && node.symbol && node.name !== undefined) return classed('op', sign(signOf(node.name, node.mode)))
  if (node.type === 'op' && node.name !== undefined) return piece('operator', [text(node.name.slice(1))])
  const inside = rowPiece(node.body ?? [], node.type === 'op' ? now : { ...now, font: 'mathrm' })
  return node.type === 'op' && inside.kind !== 'text' ? classed('op', inside) : piece('operator', [inside])
}

function scriptPiece(node: Scripts, now: Setting): Piece {
  const { base, sup, sub } = node
  const isOver = base?.type === 'horizBrace' ? base.label.startsWith('\\over') : undefined
  const places = hasLimits(base, now) && (isOver === undefined || isOver === !sub) ? ['b', 't'] : ['br', 'tr']
  const found = [sub, sup].flatMap((one, at) => (one ? [[places[at]!, rowPiece([one], inScript(now))] as const] : []))
  const bottom = base ? rowPiece([base], now) : rowOf([])
  return piece('scripts', [bottom, ...found.map(([, one]) => one)], { places: found.map(([place]) => place) })
}

type Named<T extends ParseNode['type']> = Extract<ParseNode, { type: T }>

function arrowPiece({ label, body, below }: Named<'xArrow'>, now: Setting): Piece {
  const v = arrowOf(label)
  if (v === undefined) throw new Unset(label)
  const labels = [below, body].flatMap((one, at) => (one ? [{ place: at === 0 ? 'b' : 't', one: rowPiece([one], inScript(now)) }] : []))
  const arrow = piece('scripts', [piece('stretch', [], { v }), ...labels.map(({ one }) => one)], {
    places: labels.map(({ place }) => place),
  })
  return classed('rel', arrow)
}

function accentPiece({ type, label, base, isStretchy }: Named<'accent' | 'accentUnder'>, now: Setting): Piece {
  const [mark, brace, arrow] = [accentOf(label), braceOf(label), arrowOf(label)]
  const inside = rowPiece([base], now)
  if (brace !== undefined) return piece('brace', [inside], { v: brace })
  if (type === 'accent' && mark !== undefined) return piece('accent', [inside], { v: mark, wide: isStretchy === true })
  if (type === 'accentUnder' && arrow !== undefined)
    return piece('scripts', [inside, piece('stretch', [], { v: arrow })], { places: ['b'] })
  throw new Unset(label)
}

const markedPiece = (command: string, base: ParseNode, now: Setting): Piece => {
  const v = braceOf(command)
  if (v === undefined) throw new Unset(command)
  return piece('brace', [rowPiece([base], now)], { v })
}

function sizedPiece({ size, body }: Named<'sizing'>, now: Setting): Piece {
  const wanted = sizes[size - 1] ?? 1
  return piece('size', [rowPiece(body, { ...now, size: wanted })], { n: wanted / now.size })
}

function colourPiece({ color, body }: Named<'color'>, now: Setting): Piece {
  // what KaTeX shows in place of a command that it does not run
  if (color === UNKNOWN) throw new Unset('a command that is not run')
  return piece('colour', [rowPiece(body, now)], { v: color })
}
/** The colour that stands for a command that KaTeX knows and does not run. */
export const UNKNOWN = 'unknown'

const spaces = new Map([
  ['\\nobreak', 0],
  ['\\allowbreak', 0],
])
function spacePiece({ text: name, mode }: Named<'spacing'>): Piece {
  const width = spaces.get(name)
  if (width === 0) return rowOf([])
  return mode === 'text' ? text(name === ' ' ? ' ' : '\u00A0') : piece('space', [], { n: 0.25 })
}

function enclosedPiece({ label, body, backgroundColor }: Named<'enclose'>, now: Setting): Piece {
  if (label.includes('colorbox')) return piece('filled', [rowPiece([body], now)], { v: backgroundColor ?? '', style: now.style })
  const v = enclosures[label]
  if (v === undefined) throw new Unset(label)
  return piece(v === 'box' ? 'box' : 'strike', [rowPiece([body], now)], { v, style: now.style })
}

const lapSides: Record<string, string> = { llap: 'right', rlap: 'left', clap: 'center' }

type Maker<T extends ParseNode['type']> = (node: Named<T>, now: Setting) => Piece
const makers: { [T in ParseNode['type']]: Maker<T> } = {
  mathord: letterPiece,
  textord: letterPiece,
  atom: ({ family, text: name, mode }) => (mode === 'text' ? text(signOf(name, mode)) : classed(family, sign(signOf(name, mode)))),
  // braces make an ordinary sign of what they hold
  ordgroup: ({ body }, now) => (body.length === 1 && body[0]!.type !== 'atom' ? rowPiece(body, now) : classed('ord', rowPiece(body, now))),
  mclass: ({ mclass, body }, now) => classed(mclass.slice(1), rowPiece(body, now)),
  op: operatorPiece,
  operatorname: operatorPiece,
  supsub: scriptPiece,
  genfrac: fractionPiece,
  sqrt: ({ body, index }, now) =>
    piece('root', [rowPiece([body], now), ...(index ? [rowPiece([index], { ...now, style: 'scriptscript' })] : [])]),
  leftright: ({ left, body, right }, now) => fenced(left, rowPiece(body, now), right),
  middle: ({ delim }) => {
    const shown = delimiter(delim)
    return shown ? piece('middle', [shown]) : rowOf([])
  },
  delimsizing: ({ delim, size, mclass }) => {
    const shown = delimiter(delim)
    return shown ? classed(mclass.slice(1), piece('big', [], { ...shown.with, n: [1.2, 1.8, 2.4, 3][size - 1] ?? 1.2 })) : rowOf([])
  },
  array: (node, now) => tablePiece(node, now, rowPiece),
  accent: accentPiece,
  accentUnder: accentPiece,
  horizBrace: ({ label, base }, now) => markedPiece(label, base, now),
  overline: ({ body }, now) => markedPiece('\\overline', body, now),
  underline: ({ body }, now) => markedPiece('\\underline', body, now),
  xArrow: arrowPiece,
  enclose: enclosedPiece,
  styling: ({ style, body, resetFont }, now) =>
    piece('style', [rowPiece(body, { ...now, style, ...(resetFont ? { font: '' } : {}) })], { v: style }),
  sizing: sizedPiece,
  color: colourPiece,
  font: ({ font, body }, now) => rowPiece([body], { ...now, font }),
  text: ({ body, font }, now) => rowPiece(body, inText(now, font)),
  hbox: ({ body }, now) => rowPiece(body, now),
  verb: ({ body }) => text(body, 'monospace'),
  kern: ({ dimension }) => piece('space', [], { n: emOf(dimension) }),
  spacing: spacePiece,
  phantom: ({ body }, now) => piece('hidden', [rowPiece(body, now)]),
  vphantom: () => rowOf([]),
  smash: ({ body }, now) => rowPiece([body], now),
  vcenter: ({ body }, now) => rowPiece([body], now),
  pmb: ({ body }, now) => piece('heavy', [rowPiece(body, now)]),
  lap: ({ alignment, body }, now) => piece('lap', [rowPiece([body], now)], { v: lapSides[alignment] ?? 'left', style: now.style }),
  raisebox: ({ dy, body }, now) => piece('raised', [rowPiece([body], now)], { n: emOf(dy), style: now.style }),
  rule: ({ width, height, shift }) => piece('rule', [], { width: emOf(width), height: emOf(height), shift: shift ? emOf(shift) : 0 }),
  htmlmathml: ({ mathml }, now) => rowPiece(mathml, now),
  mathchoice: (node, now) => rowPiece(node[now.style], now),
  cr: ({ newLine }) => (newLine ? piece('break') : rowOf([])),
  tag: ({ body, tag }, now) => piece('tag', [rowPiece(body, now), rowPiece(tag, { ...now, style: 'text' })]),
  internal: () => rowOf([]),
  relax: () => rowOf([]),
}

function pieceOf(node: ParseNode, now: Setting): Piece {
  const make = makers[node.type] as ((node: ParseNode, now: Setting) => Piece) | undefined
  if (!make) throw new Unset(node.type)
  return make(node, now)
}
