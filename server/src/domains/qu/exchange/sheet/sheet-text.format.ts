// Converts between the text of a cell and the HTML of the bank.
import { rewrittenHtml } from '../foreign-html.format.ts'
import { tagsOfMarks, withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'

const block = 'p|div|h[1-6]|ul|ol|table|blockquote|pre|figure|img|video|audio|hr'
const opens = new RegExp(`^<(?:${block})\\b[^>]*>`, 'i')
const closes = new RegExp(`(?:</(?:${block})>|<(?:img|hr|br)\\b[^<]*>)$`, 'i')

/** A cell is HTML if it begins and ends with a tag of a block element; anything else, `a < b` or `<p>标签` included, is plain text. */
const isHtml = (cell: string) => opens.test(cell) && closes.test(cell)

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** A formula of the bank. */
export const formula = (latex: string) =>
  `<span data-type="inline-math" data-latex="${escapeText(latex).replaceAll('"', '&quot;')}"></span>`

/** A cell as HTML: a line is a paragraph, `\(…\)` a formula in LaTeX, HTML stays unchanged (not sanitized yet). */
export function toHtml(cell: string): string {
  const text = cell.trim()
  if (text === '' || isHtml(text)) return rewrittenHtml(withoutMarks(text)).html
  return text
    .split('\n')
    .map((line) => `<p>${lineOf(line)}</p>`)
    .join('')
}

const lineOf = (line: string) =>
  line
    .split(/\\\((.+?)\\\)/)
    .map((part, i) => (i % 2 === 1 ? formula(withoutMarks(part)) : tagsOfMarks(escapeText(part))))
    .join('')

const delimited = /\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$(.+?)\$\$/gs

/** Converts `\(…\)`, `\[…\]` and `$$…$$` in the text of HTML to formulas of the bank. Entities inside a formula are HTML entities already. */
export const formulasIn = (html: string): string =>
  html
    .split(/(<[^<>]*>)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replaceAll(delimited, (_all, one = '', two = '', three = '') => {
            const latex = `${one}${two}${three}`.trim().replaceAll('"', '&quot;')
            return `<span data-type="inline-math" data-latex="${latex}"></span>`
          }),
    )
    .join('')

/** Whether HTML of the bank has text that formulasIn takes for a formula. */
export const hasPlainTex = (html: string): boolean => formulasIn(html) !== html

const formulas = /<(span|div)\b[^<>]*\sdata-latex="([^"]*)"[^<>]*>[^<]*<\/\1>/g

/** Formulas of the bank as `\(…\)` in the text, which other systems show; the inverse of formulasIn. */
export const withoutFormulas = (html: string): string => html.replaceAll(formulas, String.raw`\($2\)`)

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const unescape = (text: string) => text.replaceAll(/&(lt|gt|quot|amp);/g, (_all, name: string) => entities[name] ?? '')

/** The inverse of toHtml: plain text if it loses nothing, else the HTML itself. */
export function fromHtml(html: string): string {
  if (!html.includes('<')) {
    const text = unescape(html).trim()
    return isHtml(text) ? `<p>${html}</p>` : text
  }
  const text = html
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '')
    .replaceAll('</p><p>', '\n')
    .replaceAll(/<span data-type="inline-math" data-latex="([^"]*)"><\/span>/g, String.raw`\($1\)`)
  const plain = unescape(text)
  if (toHtml(plain) === html) return plain
  return isHtml(html) ? html : `<div>${html}</div>`
}

/** Full-width letters, digits and signs as their usual forms, without spaces: for typed codes. */
export const narrow = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '')
