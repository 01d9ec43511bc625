// Converts MathML to LaTeX.
import { MathMLToLaTeX } from 'mathml-to-latex'

/** LaTeX without the delimiters `\[…\]`, `\(…\)`, `$$…$$` and `$…$` around it: the bank stores the formula only. */
export function withoutDelimiters(latex: string): string {
  const found = /^(?:\\\[([\s\S]*)\\\]|\\\(([\s\S]*)\\\)|\$\$([\s\S]*)\$\$|\$([\s\S]*)\$)$/.exec(latex.trim())
  return (found ? (found[1] ?? found[2] ?? found[3] ?? found[4] ?? '') : latex).trim()
}

/** A `<math>` element as LaTeX; elements that the library does not know as their characters, so that none is lost. */
export function latexOfMathml(xml: string): string {
  const text = xml.replaceAll(/<annotation(?:-xml)?\b[\s\S]*?<\/annotation(?:-xml)?>/g, '').replaceAll(/<[^<>]*>/g, ' ')
  try {
    const latex = MathMLToLaTeX.convert(xml).trim()
    if (latex !== '') return latex
  } catch {
    // not well-formed: the characters remain
  }
  return unescape(text).replaceAll(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const unescape = (text: string) => text.replaceAll(/&(lt|gt|quot|amp);/g, (_all, name: string) => entities[name] ?? '')
