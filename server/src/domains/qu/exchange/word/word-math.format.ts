// Formulas of the bank (LaTeX) as Word's equations (Office Math, ECMA-376 part 1, §22.1), by way of KaTeX's MathML.
import katex from 'katex'
import 'katex/contrib/mhchem'
import { type Element, elements, readTree, textOf, within } from '../qti/qti-tree.format.ts'

const LONGEST = 4_000
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const silent = Object.fromEntries(['\\message', '\\errmessage', '\\show'].map((name) => [name, String.raw`\@secondoftwo{#1}{}`]))

/** The equation of a formula; undefined where KaTeX does not know it, or it has a part that Word has not. */
export function equationOf(latex: string): string | undefined {
  if (latex.length > LONGEST) return undefined
  try {
    const html = katex.renderToString(latex, { output: 'mathml', strict: 'ignore', throwOnError: true, macros: { ...silent } })
    const tree = readTree(html)
    const [math] = tree?.name === 'math' ? [tree] : within(tree ?? undefined, new Set(['math']))
    const [semantics] = elements(math)
    const content = semantics?.name === 'semantics' ? elements(semantics).slice(0, 1) : elements(math)
    const inner = content.map(partOf).join('')
    return inner === '' ? undefined : `<m:oMath>${inner}</m:oMath>`
  } catch {
    return undefined
  }
}

class Unknown extends Error {}

const run = (text: string, isPlain: boolean) =>
  text === '' ? '' : `<m:r>${isPlain ? '<m:rPr><m:sty m:val="p"/></m:rPr>' : ''}<m:t xml:space="preserve">${escape(text)}</m:t></m:r>`
const all = (nodes: Element[]) => nodes.map(partOf).join('')
const e = (node: Element | undefined) => `<m:e>${node ? partOf(node) : ''}</m:e>`
const box = (name: string, node: Element | undefined) => `<m:${name}>${node ? partOf(node) : ''}</m:${name}>`
const accents: Record<string, string> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '→': '\u20d7',
  '⃗': '\u20d7',
  '˙': '\u0307',
  ˉ: '\u0304',
  '¨': '\u0308',
}

function partOf(node: Element): string {
  const [first, second, third] = elements(node)
  switch (node.name) {
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
    case 'semantics':
      return rowOf(elements(node))
    case 'mphantom':
      return `<m:phant><m:phantPr><m:show m:val="0"/><m:zeroWid m:val="1"/></m:phantPr><m:e>${rowOf(elements(node))}</m:e></m:phant>`
    case 'mi':
      return run(textOf(node), textOf(node).length > 1 || node.attributes.mathvariant === 'normal')
    case 'mn':
    case 'mo':
      return run(textOf(node).replaceAll(/[\u2061-\u2064]/g, ''), false)
    case 'mtext':
      return run(textOf(node).replaceAll('\u00a0', ' '), true)
    case 'mspace':
      return run(' ', true)
    case 'mfrac': {
      const isBare = (node.attributes.linethickness ?? '').startsWith('0')
      return `<m:f>${isBare ? '<m:fPr><m:type m:val="noBar"/></m:fPr>' : ''}${box('num', first)}${box('den', second)}</m:f>`
    }
    case 'msqrt':
      return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${rowOf(elements(node))}</m:e></m:rad>`
    case 'mroot':
      return `<m:rad>${box('deg', second)}${e(first)}</m:rad>`
    case 'msup':
      return `<m:sSup>${e(first)}${box('sup', second)}</m:sSup>`
    case 'msub':
      return `<m:sSub>${e(first)}${box('sub', second)}</m:sSub>`
    case 'msubsup':
      return `<m:sSubSup>${e(first)}${box('sub', second)}${box('sup', third)}</m:sSubSup>`
    case 'munder':
      return `<m:limLow>${e(first)}${box('lim', second)}</m:limLow>`
    case 'mover':
      return overOf(first, second)
    case 'munderover':
      return `<m:limUpp><m:e><m:limLow>${e(first)}${box('lim', second)}</m:limLow></m:e>${box('lim', third)}</m:limUpp>`
    case 'mtable':
      return tableOf(elements(node))
    default:
      throw new Unknown(node.name)
  }
}

function overOf(base: Element | undefined, over: Element | undefined): string {
  const sign = over ? textOf(over) : ''
  const accent = over?.name === 'mo' ? accents[sign] : undefined
  if (accent !== undefined) return `<m:acc><m:accPr><m:chr m:val="${accent}"/></m:accPr>${e(base)}</m:acc>`
  if (over?.name === 'mo' && /^[‾¯_]$/.test(sign)) return `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(base)}</m:bar>`
  return `<m:limUpp>${e(base)}${box('lim', over)}</m:limUpp>`
}

function tableOf(rows: Element[]): string {
  const cells = rows.map((row) => elements(row).filter((one) => one.name === 'mtd'))
  const width = Math.max(1, ...cells.map((one) => one.length))
  const written = cells.map(
    (row) => `<m:mr>${Array.from({ length: width }, (_, at) => `<m:e>${rowOf(elements(row[at]))}</m:e>`).join('')}</m:mr>`,
  )
  return `<m:m><m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val="${width}"/><m:mcJc m:val="center"/></m:mcPr></m:mc></m:mcs></m:mPr>${written.join('')}</m:m>`
}

const isFence = (node: Element | undefined) => node?.name === 'mo' && node.attributes.fence === 'true'
/** A row; one between two fences that stretch is a delimiter. */
function rowOf(nodes: Element[]): string {
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (nodes.length > 1 && first && last && isFence(first) && isFence(last) && !nodes.slice(1, -1).some(isFence))
    return `<m:d><m:dPr><m:begChr m:val="${escape(textOf(first))}"/><m:endChr m:val="${escape(textOf(last))}"/></m:dPr><m:e>${all(nodes.slice(1, -1))}</m:e></m:d>`
  return all(nodes)
}
