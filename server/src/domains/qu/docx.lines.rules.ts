// A Word document, already turned into HTML, as the lines that a question paper is made of.
import { htmlOf, readTree, textOf, within, type Element, elements } from './qti.tree.rules.ts'

/** A paragraph, a table or a piece of a list: its words, and its HTML without the outer element. `isItem`: Word numbered it itself. */
export type Line = { text: string; html: string; isItem: boolean; isBlock: boolean }

const blocks = new Set(['table', 'blockquote', 'pre'])
const formula = /\\\((.+?)\\\)/g

/** Text in which `\(…\)` stands for a formula, as the bank keeps one. Entities within it are those of HTML already. */
const withFormulas = (html: string) =>
  html.replaceAll(formula, (_all, latex: string) => `<span data-type="inline-math" data-latex="${latex.replaceAll('"', '&quot;')}"></span>`)

/** Takes HTML made of well-formed elements, gives its lines; empty ones are dropped. */
export function linesOf(html: string): Line[] {
  const root = readTree(`<body>${html.replaceAll('&nbsp;', '&#160;').replaceAll(/<(img|br|hr|col)\b([^>]*?)\/?>/g, '<$1$2/>')}</body>`)
  return elements(root ?? undefined).flatMap((one) => lineOf(one, false, false))
}

function lineOf(node: Element, isItem: boolean, isInner: boolean): Line[] {
  if (node.name === 'ol' || node.name === 'ul') return elements(node).flatMap((item) => listItem(item, node.name === 'ol' && !isInner))
  if (blocks.has(node.name)) {
    const whole = { name: 'div', attributes: {}, children: [node] }
    return [{ text: textOf(node).trim(), html: withFormulas(htmlOf(whole)), isItem, isBlock: true }]
  }
  return broken(node).flatMap((inner) => {
    const text = textOf(inner).replaceAll(' ', ' ')
    const shows = text.trim() !== '' || within(inner, new Set(['img'])).length > 0
    return shows ? [{ text: text.trim(), html: withFormulas(htmlOf(inner).trim()), isItem, isBlock: false }] : []
  })
}

/** An item's own text, then the lists within it. */
function listItem(item: Element, isNumbered: boolean): Line[] {
  const inner = (node: Element | string) => typeof node !== 'string' && (node.name === 'ol' || node.name === 'ul')
  const own = { ...item, children: item.children.filter((one) => !inner(one)) }
  return [
    ...lineOf(own, isNumbered, true),
    ...elements(item)
      .filter(inner)
      .flatMap((list) => lineOf(list, false, true)),
  ]
}

/** A soft line break parts lines. */
function broken(node: Element): Element[] {
  const parts: Element[] = [{ ...node, children: [] }]
  for (const child of node.children)
    if (typeof child !== 'string' && child.name === 'br') parts.push({ ...node, children: [] })
    else parts.at(-1)?.children.push(child)
  return parts
}

/** Cuts signs off the front of a piece of HTML without touching its elements. */
export function cutFront(html: string, signs: number): string {
  let left = signs
  return html.replaceAll(/<[^>]*>|&[#\w]+;|[\s\S]/g, (piece) => {
    if (piece.startsWith('<') && piece.length > 1) return piece
    if (left <= 0) return piece
    left -= 1
    return ''
  })
}
