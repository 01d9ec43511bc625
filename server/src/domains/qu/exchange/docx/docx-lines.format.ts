// Splits a Word document, converted to HTML, into the lines of a question paper.
import { formulasIn } from '../sheet/sheet-text.format.ts'
import { htmlOf, isElement, readTree, textOf, within, type Element, elements } from '../qti/qti-tree.format.ts'

/**
 * A paragraph or a table: its text, and its HTML without the outer element; `at`: its place among the blocks of the document, from 1;
 * `isGuessed`: an option that was divided from the next one within a word.
 */
export type Line = { text: string; html: string; isBlock: boolean; at: number; isGuessed?: boolean }

const blocks = new Set(['table', 'blockquote', 'pre'])
const lists = new Set(['ol', 'ul'])
/** The marker of an option: `A.`, `B、`, `(C)`. */
export const option = /^(?:[（(]\s*[A-Z]\s*[)）]|[A-Z]\s*[.、．)）:：])\s*/

/** Underlined spaces mark a blank. */
const underlined = /<u>(?:[ \u00a0\u3000]|&nbsp;|&#160;){2,}<\/u>|<u>\s*\t\s*<\/u>/g

/** The lines of well-formed HTML, without empty ones. */
export function linesOf(html: string): Line[] {
  const clean = html
    .replaceAll(underlined, '____')
    .replaceAll('&nbsp;', '&#160;')
    .replaceAll(/<(img|br|hr|col)\b([^>]*?)\/?>/g, '<$1$2/>')
  const lines = elements(readTree(`<body>${clean}</body>`) ?? undefined).flatMap((node, i) =>
    lineOf(node).map((line) => ({ ...line, at: i + 1 })),
  )
  return lines.flatMap((line, i) =>
    line.isBlock ? [line] : splitOptions(line, lines[i - 1], lines[i + 1]).map((part) => ({ ...part, at: line.at })),
  )
}

type Own = Omit<Line, 'at'>

function lineOf(node: Element): Own[] {
  if (lists.has(node.name)) return elements(node).flatMap(lineOf)
  if (blocks.has(node.name)) {
    const cells = within(node, new Set(['td', 'th'])).filter((cell) => textOf(cell).trim() !== '')
    // a table whose cells are options
    if (cells.length > 1 && cells.every((cell) => option.test(textOf(cell).trim())))
      return cells.flatMap((cell) => elements(cell).flatMap(lineOf))
    const whole = { name: 'div', attributes: {}, children: [node] }
    return [{ text: textOf(node).trim(), html: formulasIn(htmlOf(whole)), isBlock: true }]
  }
  const inner = node.children.filter((one) => isElement(one) && lists.has(one.name)) as Element[]
  const own = inner.length === 0 ? node : { ...node, children: node.children.filter((one) => !inner.includes(one as Element)) }
  return [...broken(own).flatMap(textLine), ...inner.flatMap(lineOf)]
}

function textLine(node: Element): Own[] {
  const text = textOf(node).replaceAll('\u00a0', ' ')
  const shows = text.trim() !== '' || within(node, new Set(['img'])).length > 0
  return shows ? [{ text: text.trim(), html: htmlOf(node).trim(), isBlock: false }] : []
}

/** Splits at soft line breaks. */
function broken(node: Element): Element[] {
  const parts: Element[] = [{ ...node, children: [] }]
  for (const child of node.children)
    if (typeof child !== 'string' && child.name === 'br') parts.push({ ...node, children: [] })
    else parts.at(-1)?.children.push(child)
  return parts
}

const pieces = (html: string) => html.match(/<[^>]*>|&[#\w]+;|[\s\S]/g) ?? []
const isTag = (piece: string) => piece.startsWith('<') && piece.length > 1
/** Between options of a line that begins with one, no space is needed. */
const closeMarkers = /(?<![A-Za-z])(?:[（(]\s*[A-Z]\s*[)）]|[A-Z]\s*[.、．)）])/g
/** Also behind a Latin letter, `A.DNAB.RNA`: only where all options are found so. */
const gluedMarkers = /[A-Z]\s*[.、．)）]/g
const markers = /(?:^|(?<=[\s；;。]))(?:[（(]\s*[A-Z]\s*[)）]|[A-Z]\s*[.、．)）])/g

/** The text of HTML, one sign for each entity; letters inside a formula are `?`. */
export const signsOf = (html: string): string =>
  pieces(html)
    .filter((piece) => !isTag(piece))
    .map((piece) => (piece.length > 1 ? '?' : piece))
    .join('')
    .replaceAll(/\\\(.+?\\\)/g, (formula) => '?'.repeat(formula.length))

/** The line divided before these places of its text (`signsOf`); parts without text are left out. */
export const dividedAt = (line: Line, places: number[]): Line[] =>
  cutAt(pieces(line.html), places).flatMap((html) => {
    const text = textOf(readTree(`<p>${html}</p>`) ?? undefined)
    return text.trim() === '' && !html.includes('<img') ? [] : [{ ...line, text: text.replaceAll('\u00a0', ' ').trim(), html: html.trim() }]
  })

const letterIn = (text: string) => /[A-Z]/.exec(text)?.[0]
/** The sign behind the letter of a marker; those of one line are alike. */
const signOf = (marker: string) => (/[（(]/.test(marker) ? '(' : (/[.、．)）:：]/.exec(marker)?.[0] ?? '').replace('．', '.'))

const after = (letter: string, by: number) => String.fromCharCode(letter.charCodeAt(0) + by)

/** The places of markers with successive letters and one sign; `end`: the letter that begins the next line. */
function placesOf(text: string, of: RegExp, from: string, end: string | undefined): number[] {
  const places: number[] = []
  let sign: string | undefined
  for (const { 0: marker, index } of text.matchAll(of)) {
    const expected = after(from, places.length)
    if (letterIn(marker) !== expected || (end !== undefined && end !== 'A' && expected >= end)) continue
    sign ??= signOf(marker)
    if (signOf(marker) === sign) places.push(index)
  }
  return places
}

/**
 * Splits `A. 甲   B. 乙` into two options, also at the end of a stem; options may contain formulas and emphasis. A letter with another
 * sign (`B. 维生素C、锌`), and one that begins the next line, is part of the text.
 */
function splitOptions(line: Own, last: Own | undefined, next: Own | undefined): Own[] {
  const text = signsOf(line.html)
  const beginsOption = option.test(line.text)
  const from = beginsOption ? (letterIn(line.text) ?? 'A') : 'A'
  const beginning = (other: Own | undefined) => (other && !other.isBlock && option.test(other.text) ? letterIn(other.text) : undefined)
  const end = beginning(next)
  // where each option has its line, only a letter after a space begins another one
  const isOwnLine = from !== 'A' && beginning(last) === after(from, -1)
  const spaced = placesOf(text, markers, from, end)
  // `C、甲  D、维生素E、K`: options that are apart and complete leave no letter to be one
  const isComplete = spaced.length > 1 && after(from, spaced.length - 1) >= 'D'
  const close = beginsOption && !isOwnLine && !isComplete ? placesOf(text, closeMarkers, from, end) : spaced
  const glued = beginsOption && !isOwnLine && !isComplete ? placesOf(text, gluedMarkers, from, end) : []
  const isGuessed = glued.length > close.length && after(from, glued.length - 1) >= 'D'
  const places = isGuessed ? glued : close
  if (places.length < 2) return [line]
  return dividedAt({ ...line, at: 0 }, places).map((part) => ({ ...part, isGuessed }))
}

/** Cuts HTML before the given character positions of its text; elements open at a cut are closed and reopened. */
function cutAt(tokens: string[], places: number[]): string[] {
  const parts: string[] = ['']
  const open: string[] = []
  let sign = 0
  for (const piece of tokens) {
    if (!isTag(piece)) {
      if (places.includes(sign)) {
        parts.push(
          parts.pop() +
            open
              .toReversed()
              .map((tag) => `</${/^<(\w+)/.exec(tag)?.[1]}>`)
              .join(''),
        )
        parts.push(open.join(''))
      }
      sign += 1
    } else if (piece.startsWith('</')) open.pop()
    else if (!/^<(?:img|br|hr|col)\b|\/>$/.test(piece)) open.push(piece)
    parts.push(parts.pop() + piece)
  }
  return parts
}

/** Removes characters from the start of HTML without touching its elements. */
export function cutFront(html: string, signs: number): string {
  let left = signs
  return pieces(html)
    .map((piece) => {
      if (isTag(piece) || left <= 0) return piece
      left -= 1
      return ''
    })
    .join('')
}
