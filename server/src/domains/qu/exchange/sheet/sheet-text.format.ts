// What a cell says and the HTML that the bank keeps, there and back.
import { tagsOfMarks, withoutMarks } from '../../../../kernel/sheet/xlsx-text.ts'

const block = 'p|div|h[1-6]|ul|ol|table|blockquote|pre|figure|img|video|audio|hr'
const opens = new RegExp(`^<(?:${block})\\b[^>]*>`, 'i')
const closes = new RegExp(`(?:</(?:${block})>|<(?:img|hr|br)\\b[^<]*>)$`, 'i')

/** A cell is HTML where it begins with a block's tag and ends with one; anything else, `a < b` or `<p>标签` included, is plain text. */
const isHtml = (cell: string) => opens.test(cell) && closes.test(cell)

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const formula = (latex: string) => `<span data-type="inline-math" data-latex="${escapeText(latex).replaceAll('"', '&quot;')}"></span>`

/** A cell as HTML: a line is a paragraph, `\(…\)` a formula in LaTeX, and HTML is taken as it is (not yet cleaned). */
export function toHtml(cell: string): string {
  const text = cell.trim()
  if (text === '' || isHtml(text)) return withoutMarks(text)
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

/** HTML in whose text `\(…\)`, `\[…\]` and `$$…$$` stand for formulas, as the bank keeps them. Entities within one are those of HTML already. */
export const formulasIn = (html: string): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replaceAll(delimited, (_all, one = '', two = '', three = '') => {
            const latex = `${one}${two}${three}`.trim().replaceAll('"', '&quot;')
            return `<span data-type="inline-math" data-latex="${latex}"></span>`
          }),
    )
    .join('')

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const unescape = (text: string) => text.replaceAll(/&(lt|gt|quot|amp);/g, (_all, name: string) => entities[name] ?? '')

/** HTML as a cell that toHtml turns back: plain text where nothing is lost by it, else the HTML itself. */
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

/** Full-width letters, digits and signs as their usual forms, without spaces: for codes that people type. */
export const narrow = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '')
