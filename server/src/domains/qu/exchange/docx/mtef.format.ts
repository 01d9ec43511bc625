// Equations of MathType and the old equation editor as LaTeX.
import { readMtef } from './mtef-read.format.ts'
import { type MtefChar, type MtefNode, type MtefTemplate, MtefUnread, shapeOf } from './mtef-template.format.ts'
import { oleStream } from './ole.format.ts'
import { functions, spelled } from './omml.format.ts'

const STREAM = 'Equation Native'
/** Of the size of this header the stream itself tells. */
const HEADER = 28
/** A typed equation is far smaller. */
const LARGEST = 256 * 1_024

const Face = { text: 1, function: 2, greek: 4, bigGreek: 5, symbol: 6, vector: 7, chinese: 12, space: 24 } as const
const group = (latex: string) => `{${latex}}`

/** Symbol font: positions that the old editor wrote instead of the character. */
const symbolFont = new Map<number, string>(
  Array.from(
    '\u{22}∀\u{24}∃\u{27}∋\u{2a}∗\u{2d}−\u{5c}∴\u{5e}⊥\u{a2}′\u{a3}≤\u{a5}∞\u{ae}→\u{ac}←\u{ab}↔\u{b3}≥\u{b4}×\u{b5}∝\u{b6}∂\u{b8}÷\u{b9}≠\u{ba}≡\u{bb}≈\u{bc}…\u{c6}∅\u{c7}∩\u{c8}∪\u{c9}⊃\u{ca}⊇\u{cc}⊂\u{cd}⊆\u{ce}∈\u{cf}∉\u{d0}∠\u{d1}∇\u{de}⇒\u{db}⇔',
  ).reduce<[number, string][]>((pairs, sign, at, all) => (at % 2 === 0 ? [...pairs, [sign.codePointAt(0)!, all[at + 1]!]] : pairs), []),
)
const greekFont = 'abgdezhqiklmnxoprstufcywjJVv'
const greekSigns = 'αβγδεζηθικλμνξοπρστυφχψωφϑςϖ'
const bigGreekFont = 'GDQLXPSFYWABEZHIKMNORTUC'
const bigGreekSigns = 'ΓΔΘΛΞΠΣΦΨΩΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'

/** Private signs of MathType for spaces. */
const spaces: Record<number, string> = {
  0xef00: '',
  0xef01: '',
  0xef02: String.raw`\,`,
  0xef03: String.raw`\:`,
  0xef04: String.raw`\;`,
  0xef05: String.raw`\quad `,
  0xef22: '',
  0xeb00: '',
  0xeb01: '',
  0xeb02: String.raw`\,`,
  0xeb03: String.raw`\:`,
  0xeb04: String.raw`\;`,
  0xeb05: String.raw`\quad `,
}
const oldSpaces: Record<number, string> = { 1: '', 2: String.raw`\,`, 3: String.raw`\:`, 4: String.raw`\;`, 5: String.raw`\quad ` }

/** Further signs that the formulas of Word write as they are. */
const more: Record<string, string> = Object.fromEntries(
  [
    ...'ζ zeta|η eta|ι iota|κ kappa|ν nu|ξ xi|υ upsilon|χ chi|ψ psi|ϑ vartheta|ς varsigma|ϖ varpi|ϕ phi|ϵ epsilon|Γ Gamma|Θ Theta|Λ Lambda'.split(
      '|',
    ),
    ...'Ξ Xi|Π Pi|Φ Phi|Ψ Psi|… ldots|⋯ cdots|⋮ vdots|⋱ ddots|∝ propto|∴ therefore|∵ because|⊃ supset|⊇ supseteq|∉ notin|← leftarrow'.split(
      '|',
    ),
    ...'↔ leftrightarrow|⇐ Leftarrow|↑ uparrow|↓ downarrow|⋅ cdot|∗ ast|∘ circ|△ triangle|⊙ odot|⊕ oplus|⊗ otimes|∖ setminus|¬ neg'.split(
      '|',
    ),
    ...'∧ wedge|∨ vee|≅ cong|∼ sim|≪ ll|≫ gg|ℏ hbar|ℓ ell|∋ ni|⊄ not\\subset|∣ mid|∫ int|∑ sum|∏ prod|⩽ leqslant|⩾ geqslant|∁ complement'.split(
      '|',
    ),
  ].map((pair) => [pair.slice(0, pair.indexOf(' ')), `\\${pair.slice(pair.indexOf(' ') + 1)} `]),
)

/** The character of a code; PUA signs of fonts have none. */
function signOf({ code, face }: MtefChar): string {
  if (face === Face.symbol && code < 256 && symbolFont.has(code)) return symbolFont.get(code)!
  if (face === Face.greek && code < 128) return greekSigns[greekFont.indexOf(String.fromCodePoint(code))] ?? String.fromCodePoint(code)
  if (face === Face.bigGreek && code < 128)
    return bigGreekSigns[bigGreekFont.indexOf(String.fromCodePoint(code))] ?? String.fromCodePoint(code)
  if (code < 32 || (code >= 0xd800 && code < 0xf900)) throw new MtefUnread(`sign ${code}`)
  return String.fromCodePoint(code)
}

function charOf(node: MtefChar): string {
  const space = node.face === Face.space && node.code < 32 ? oldSpaces[node.code] : spaces[node.code]
  if (space !== undefined) return space
  const sign = signOf(node)
  if (sign === '\\') return String.raw`\backslash `
  const latex = more[sign] ?? spelled(sign)
  return node.marks.reduce(marked, node.face === Face.vector ? String.raw`\mathbf` + group(latex) : latex)
}

const above: Record<number, string> = {
  2: 'dot',
  3: 'ddot',
  4: 'dddot',
  8: 'tilde',
  9: 'hat',
  11: 'vec',
  12: 'overleftarrow',
  13: 'overleftrightarrow',
  14: 'overrightharpoon',
  15: 'overleftharpoon',
  17: 'bar',
  29: 'ddddot',
  33: 'underline',
}
const primes: Record<number, string> = { 5: "'", 6: "''", 18: "'''" }

function marked(latex: string, mark: number): string {
  const prime = primes[mark]
  if (prime !== undefined) return latex + prime
  if (mark === 10) return String.raw`\not` + (/^[a-z\d]/i.test(latex) ? ' ' : '') + latex
  const name = above[mark]
  if (name === undefined) throw new MtefUnread(`mark ${mark}`)
  return `\\${name}${group(latex.trimEnd())}`
}

const isText = (node: MtefNode): node is MtefChar =>
  node.kind === 'char' &&
  node.marks.length === 0 &&
  (node.face === Face.text || node.face === Face.chinese || /[\u2e80-\u9fff\uff00-\uffef]/.test(String.fromCodePoint(node.code)))
const isName = (node: MtefNode): node is MtefChar =>
  node.kind === 'char' && node.marks.length === 0 && node.face === Face.function && /[a-z]/i.test(String.fromCodePoint(node.code))
const letters = (nodes: readonly MtefChar[]) => nodes.map((one) => (spaces[one.code] === undefined ? signOf(one) : ' ')).join('')
const textLatex = (text: string) =>
  text.trim() === ''
    ? String.raw`\ `
    : String.raw`\text` +
      group(text.replaceAll(/[\\{}$%#&_^~]/g, (sign) => (sign === '\\' || sign === '^' || sign === '~' ? ' ' : `\\${sign}`)))
const nameLatex = (name: string) =>
  functions.has(name) ? `\\${name} ` : name.length === 1 ? String.raw`\mathrm` + group(name) : String.raw`\operatorname` + group(name)

/** Characters of one sort that follow each other, from `at`. */
function runAt(nodes: readonly MtefNode[], at: number, belongs: (node: MtefNode) => node is MtefChar): MtefChar[] {
  const found: MtefChar[] = []
  for (const node of nodes.slice(at)) {
    if (!belongs(node) || (found.length > 0 && node.begins)) break
    found.push(node)
  }
  return found
}

function latexOf(nodes: readonly MtefNode[]): string {
  const parts: string[] = []
  let wasScript = false
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at]!
    const [text, name] = [runAt(nodes, at, isText), runAt(nodes, at, isName)]
    const isScript = node.kind === 'tmpl' && shapeOf(node.version, node.selector, node.variation)?.is === 'script'
    // two scripts in a row would be an error
    if (isScript && (wasScript || parts.length === 0)) parts.push('{}')
    parts.push(text.length > 0 ? textLatex(letters(text)) : name.length > 0 ? nameLatex(letters(name)) : nodeLatex(node))
    wasScript = isScript
    at += Math.max(1, text.length, name.length)
  }
  return parts.join('')
}

function nodeLatex(node: MtefNode): string {
  if (node.kind === 'char') return charOf(node)
  if (node.kind === 'line') return latexOf(node.items)
  if (node.kind === 'tmpl') return templateLatex(node)
  if (node.kind === 'pile') {
    const lines = node.lines.map(nodeLatex)
    if (lines.length === 1) return lines[0]!
    return String.raw`\begin{array}{${node.align === 2 ? 'c' : node.align === 3 ? 'r' : 'l'}}${lines.join(String.raw` \\ `)}\end{array}`
  }
  const cells = node.cells.map(nodeLatex)
  const rows = Array.from({ length: cells.length / node.columns }, (_, row) => cells.slice(row * node.columns, (row + 1) * node.columns))
  return String.raw`\begin{matrix}${rows.map((row) => row.join(' & ')).join(String.raw` \\ `)}\end{matrix}`
}

const script = (sign: '_' | '^', latex: string) => (latex === '' ? '' : sign + group(latex))
const bigNames: Record<string, string> = {
  '∑': 'sum',
  '∏': 'prod',
  '∫': 'int',
  '∪': 'bigcup',
  '∩': 'bigcap',
  '⋃': 'bigcup',
  '⋂': 'bigcap',
  '∐': 'coprod',
}

function templateLatex(node: MtefTemplate): string {
  const shape = shapeOf(node.version, node.selector, node.variation)
  if (!shape) throw new MtefUnread(`template ${node.selector}`)
  const slots = node.slots.map(nodeLatex)
  const [first = '', second = '', third = ''] = slots
  switch (shape.is) {
    case 'fence':
      return String.raw`\left${shape.left}${first}\right${shape.right}`
    case 'root':
      return String.raw`\sqrt` + (second === '' ? '' : `[${second}]`) + group(first)
    case 'fraction':
      return String.raw`\frac` + group(first) + group(second)
    case 'slash':
      return `${group(first)}/${group(second)}`
    case 'limit':
      return limitLatex(first, second, third)
    case 'dirac':
      return String.raw`\left\langle ${first}\middle|${second}\right\rangle `
    case 'big':
      return bigLatex(shape.sign, node) + script('_', second) + script('^', third) + group(first)
    case 'script':
      return scriptLatex(slots, shape.which)
    case 'over':
      return shape.command + group(first)
    case 'arrow':
      return shape.command + (second === '' ? '' : `[${second}]`) + group(first)
    case 'brace':
      return shape.top
        ? String.raw`\overbrace` + group(first) + script('^', second)
        : String.raw`\underbrace` + group(first) + script('_', second)
  }
}

const limitLatex = (name: string, low: string, high: string) => {
  if (/^\\(?:lim|max|min|sup|inf) $/.test(name)) return name.trimEnd() + script('_', low) + script('^', high)
  const under = low === '' ? name : String.raw`\underset` + group(low) + group(name)
  return high === '' ? under : String.raw`\overset` + group(high) + group(under)
}

function bigLatex(sign: string, { signs }: MtefTemplate): string {
  if (sign !== '') return sign
  const name = signs[0] && bigNames[signOf(signs[0])]
  if (name === undefined) throw new MtefUnread('operator')
  return `\\${name}`
}

/** The slots of a script are below and above; the one that is not there may be left out or empty. */
function scriptLatex(slots: readonly string[], which: 'sub' | 'sup' | 'both'): string {
  if (which === 'both') return script('_', slots[0] ?? '') + script('^', slots[1] ?? '')
  return script(which === 'sub' ? '_' : '^', slots.find((one) => one !== '') ?? '')
}

/** @param bytes what Word keeps as the object: a compound file @returns undefined for what is no equation, or not read as a whole */
export function mathTypeLatex(bytes: Uint8Array): string | undefined {
  const stream = bytes.length > LARGEST ? undefined : oleStream(bytes, STREAM)
  if (!stream || stream.length <= HEADER) return undefined
  try {
    return latexOf(readMtef(stream.subarray(stream.readUInt16LE(0))))
      .replaceAll(/ {2,}/g, ' ')
      .trim()
  } catch (error) {
    if (error instanceof MtefUnread) return undefined
    throw error
  }
}
