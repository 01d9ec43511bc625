// Word's formulas (Office Math, ECMA-376 part 1, §22.1) as LaTeX; mammoth drops them.
import { type Element, elements, isElement, named, readTree, textOf, within } from '../qti/qti-tree.format.ts'

const first = (node: Element, name: string): Element | undefined => named(node, name)[0]
const property = (node: Element, group: string, name: string): string | undefined => first(first(node, group) ?? node, name)?.attributes.val
const group = (latex: string) => `{${latex}}`

/** `× times ÷ div …`: each character and its LaTeX command. */
const commands = (table: string): Record<string, string> =>
  Object.fromEntries([...table.matchAll(/(\S+) (\w+)/g)].map(([, sign = '', name = '']) => [sign, `\\${name} `]))

const signs: Record<string, string> = {
  ...commands('× times ÷ div ± pm ∓ mp · cdot ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ∞ infty ∂ partial ∇ nabla ∈ in ∉ notin ⊂ subset ⊆ subseteq'),
  ...commands('∪ cup ∩ cap ∅ emptyset → to ⇒ Rightarrow ⇔ Leftrightarrow ∀ forall ∃ exists ∠ angle ⊥ perp ∥ parallel'),
  ...commands(
    'α alpha β beta γ gamma δ delta ε varepsilon θ theta λ lambda μ mu π pi ρ rho σ sigma φ varphi ω omega τ tau Δ Delta Σ Sigma Ω Omega',
  ),
  '°': String.raw`^\circ `,
  '′': "'",
  '−': '-',
  '%': String.raw`\%`,
  '#': String.raw`\#`,
  '&': String.raw`\&`,
  _: String.raw`\_`,
  '{': String.raw`\{`,
  '}': String.raw`\}`,
}
/** A text with each sign as LaTeX writes it. */
export const spelled = (text: string) => Array.from(text, (sign) => signs[sign] ?? sign).join('')

const big: Record<string, string> = {
  '∑': String.raw`\sum`,
  '∏': String.raw`\prod`,
  '∫': String.raw`\int`,
  '∬': String.raw`\iint`,
  '∮': String.raw`\oint`,
  '⋃': String.raw`\bigcup`,
  '⋂': String.raw`\bigcap`,
}
const accents: Record<string, string> = {
  '\u0302': 'hat',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u20d7': 'vec',
  '\u0307': 'dot',
  '\u0303': 'tilde',
}
/** Names of functions that LaTeX has a command for. */
export const functions = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'ln',
  'log',
  'lg',
  'exp',
  'lim',
  'max',
  'min',
  'det',
  'arcsin',
  'arccos',
  'arctan',
])

/** The content of an `m:oMath` (prefixes removed) as LaTeX; unsupported parts become their plain characters. */
export const latexOf = (node: Element | undefined): string =>
  (node?.children ?? []).filter(isElement).map(partOf).join('').replaceAll(/ {2,}/g, ' ')

function partOf(node: Element): string {
  const inside = (name: string) => latexOf(first(node, name))
  switch (node.name) {
    case 'r':
      return spelled(named(node, 't').map(textOf).join(''))
    case 'f':
      return property(node, 'fPr', 'type') === 'lin'
        ? `${inside('num')}/${inside('den')}`
        : String.raw`\frac` + group(inside('num')) + group(inside('den'))
    case 'sSup':
      return `${group(inside('e'))}^${group(inside('sup'))}`
    case 'sSub':
      return `${group(inside('e'))}_${group(inside('sub'))}`
    case 'sSubSup':
      return `${group(inside('e'))}_${group(inside('sub'))}^${group(inside('sup'))}`
    case 'sPre':
      return `{}_${group(inside('sub'))}^${group(inside('sup'))}${inside('e')}`
    case 'rad': {
      const degree = inside('deg').trim()
      return String.raw`\sqrt` + (degree === '' ? '' : `[${degree}]`) + group(inside('e'))
    }
    case 'nary': {
      const sign = property(node, 'naryPr', 'chr') ?? '∫'
      const [low, high] = [inside('sub'), inside('sup')]
      return (
        (big[sign] ?? spelled(sign)) + (low === '' ? '' : `_${group(low)}`) + (high === '' ? '' : `^${group(high)}`) + group(inside('e'))
      )
    }
    case 'd':
      return fenced(node)
    case 'func': {
      const name = inside('fName').trim()
      return (functions.has(name) ? `\\${name} ` : name) + group(inside('e'))
    }
    case 'limLow':
      return `${limitName(inside('e'))}_${group(inside('lim'))}`
    case 'limUpp':
      return `${limitName(inside('e'))}^${group(inside('lim'))}`
    case 'acc':
      return `\\${accents[property(node, 'accPr', 'chr') ?? '\u0302'] ?? 'hat'}${group(inside('e'))}`
    case 'bar':
      return (property(node, 'barPr', 'pos') === 'top' ? String.raw`\overline` : String.raw`\underline`) + group(inside('e'))
    case 'm':
      return matrix(named(node, 'mr').map((row) => named(row, 'e').map(latexOf)))
    case 'eqArr':
      return matrix(named(node, 'e').map((row) => [latexOf(row)]))
    case 'ctrlPr':
      return ''
    default:
      return node.name.endsWith('Pr') ? '' : latexOf(node)
  }
}

const limitName = (name: string) => (functions.has(name.trim()) ? `\\${name.trim()}` : name)
const matrix = (rows: string[][]) => String.raw`\begin{matrix}${rows.map((row) => row.join(' & ')).join(String.raw` \\ `)}\end{matrix}`

const fences: Record<string, string> = {
  '{': String.raw`\{`,
  '}': String.raw`\}`,
  '⌊': String.raw`\lfloor`,
  '⌋': String.raw`\rfloor`,
  '⌈': String.raw`\lceil`,
  '⌉': String.raw`\rceil`,
  '〈': String.raw`\langle`,
  '〉': String.raw`\rangle`,
}
function fenced(node: Element): string {
  const sign = (name: string, usual: string) => {
    const given = property(node, 'dPr', name) ?? usual
    return given === '' ? '.' : (fences[given] ?? given)
  }
  const inside = elements(node)
    .filter((one) => one.name === 'e')
    .map(latexOf)
    .join(property(node, 'dPr', 'sepChr') ?? '|')
  return String.raw`\left` + `${sign('begChr', '(')} ${inside} ` + String.raw`\right` + sign('endChr', ')')
}

// The sources of formulas in a document that this product wrote: an equation of Word has several spellings in LaTeX.

/** The part of the package that has them. */
export const FORMULAS = 'customXml/item1.xml'
const NAMESPACE = 'urn:shuyuan:formulas'
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** @param sources by what the equation reads as */
export const formulaSources = (sources: ReadonlyMap<string, string>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<formulas xmlns="${NAMESPACE}">${[...sources].map(([read, source]) => `<f><read>${escape(read)}</read><source>${escape(source)}</source></f>`).join('')}</formulas>`

/** The sources by what the equations read as; none in other documents. An equation that was changed reads otherwise, and has no source. */
export function sourcesOf(part: Uint8Array | undefined): ReadonlyMap<string, string> {
  const xml = part ? Buffer.from(part).toString('utf8') : ''
  if (!xml.includes(NAMESPACE)) return new Map()
  return new Map(
    within(readTree(xml) ?? undefined, new Set(['f'])).map((one) => {
      const text = (name: string) => textOf(within(one, new Set([name]))[0])
      return [text('read'), text('source')]
    }),
  )
}
