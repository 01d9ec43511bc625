// What holds at a place of a formula: style, font and size.
import type { Measurement, ParseNode, Style } from './parse-node.ts'

/** `font`: of KaTeX's font commands in math mode; `text`: the alphabets of text mode, by command. */
export type Setting = { style: Style; font: string; text: ReadonlySet<string>; size: number }

export const atStart = (block: boolean): Setting => ({ style: block ? 'display' : 'text', font: '', text: new Set(), size: 1 })

const smaller: Record<Style, Style> = { display: 'script', text: 'script', script: 'scriptscript', scriptscript: 'scriptscript' }
const ofFraction: Record<Style, Style> = { ...smaller, display: 'text' }

export const inScript = (now: Setting): Setting => ({ ...now, style: smaller[now.style] })
export const inFraction = (now: Setting): Setting => ({ ...now, style: ofFraction[now.style] })

/** Whether scripts are set above and below the base, as KaTeX does. */
export function hasLimits(base: ParseNode | null, { style }: Setting): boolean {
  if (base?.type === 'op') return base.limits && (style === 'display' || base.alwaysHandleSupSub === true)
  if (base?.type === 'operatorname') return base.alwaysHandleSupSub && (style === 'display' || base.limits)
  return base?.type === 'horizBrace'
}

const variants: Record<string, string> = {
  mathbf: 'bold',
  mathbb: 'double-struck',
  mathfrak: 'fraktur',
  mathscr: 'script',
  mathcal: 'script',
  mathsf: 'sans-serif',
  mathsfit: 'sans-serif-italic',
  mathtt: 'monospace',
  mathit: 'italic',
  mathrm: 'normal',
}

/** The alphabet of a letter in math mode, named as `mathvariant` of MathML does. */
export function variantOf(font: string, isOrdinaryText: boolean): string {
  if (font === 'boldsymbol') return isOrdinaryText ? 'bold' : 'bold-italic'
  return variants[font] ?? (isOrdinaryText ? 'normal' : 'italic')
}

/** The alphabet of a letter in text mode. */
export function textVariantOf(text: ReadonlySet<string>): string {
  const [isBold, isItalic] = [text.has('\\textbf'), text.has('\\textit') || text.has('\\emph')]
  if (text.has('\\texttt')) return 'monospace'
  if (text.has('\\textsf')) {
    if (isBold) return isItalic ? 'sans-serif-bold-italic' : 'bold-sans-serif'
    return isItalic ? 'sans-serif-italic' : 'sans-serif'
  }
  if (isBold) return isItalic ? 'bold-italic' : 'bold'
  return isItalic ? 'italic' : 'normal'
}
const families: Record<string, string[]> = {
  '\\textrm': ['\\texttt', '\\textsf'],
  '\\textmd': ['\\textbf'],
  '\\textup': ['\\textit', '\\emph'],
  '\\textnormal': ['\\texttt', '\\textsf', '\\textbf', '\\textit', '\\emph'],
}

/** The setting inside a command of text mode. */
export function inText(now: Setting, font: string | undefined): Setting {
  if (font === undefined) return now
  const text = new Set([...now.text].filter((one) => !families[font]?.includes(one)))
  text.add(font)
  if (font === '\\texttt') text.delete('\\textsf')
  if (font === '\\textsf') text.delete('\\texttt')
  return { ...now, text }
}

const ems: Record<string, number> = {
  em: 1, ex: 0.431, mu: 1 / 18, pt: 0.1, mm: 0.28453, cm: 2.8453, in: 7.227, bp: 0.10038, pc: 1.2, dd: 0.107, cc: 1.284, nd: 0.10668, nc: 1.28, sp: 0.1 / 65_536, px: 0.10038,
} // prettier-ignore
/** A length in em, as KaTeX counts it at its base size of 10 pt. */
export const emOf = ({ number, unit }: Measurement): number => number * (ems[unit] ?? 0)

/** KaTeX's sizes 1 (`\tiny`) to 11 (`\Huge`). */
export const sizes = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.44, 1.728, 2.074, 2.488]
