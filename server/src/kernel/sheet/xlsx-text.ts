// The text of a cell, joined from its runs; superscript, subscript, bold and underline are marked on request.

/** Length of an escape like `_x0041_`, which is one character. */
const ESCAPED = 7

/** In the order in which they open. The marks are noncharacters of Unicode, so that no text contains them. */
const looks = [
  { element: 'b', tag: 'strong', open: '\uFDD0', close: '\uFDD1' },
  { element: 'u', tag: 'u', open: '\uFDD2', close: '\uFDD3' },
  { element: 'superscript', tag: 'sup', open: '\uFDD4', close: '\uFDD5' },
  { element: 'subscript', tag: 'sub', open: '\uFDD6', close: '\uFDD7' },
] as const
const tags = new Map<string, string>(looks.flatMap(({ tag, open, close }) => [[open, `<${tag}>`] as const, [close, `</${tag}>`] as const]))
const marks = /[\uFDD0-\uFDD7]/g

export const withoutMarks = (text: string) => text.replaceAll(marks, '')
/** Replaces the marks by HTML elements. */
export const tagsOfMarks = (html: string) => html.replaceAll(marks, (mark) => tags.get(mark) ?? '')

type Attributes = Readonly<Record<string, string>>
const isOn = ({ val = '1' }: Attributes) => !/^(?:0|false|none)$/.test(val)

/**
 * Collects the text of a cell without phonetic runs. `taken` returns it; a text that is too long has at least `cell` + 1 characters.
 * @param isMarked marks each line separately, so that lines can be split
 */
export function gatherText(cell: number, isMarked: boolean) {
  const max = (cell + 1) * ESCAPED
  let gathered = ''
  let isText = false
  let isSpoken = false
  let isRun = false
  let run = new Set<string>()
  const marked = (piece: string) => {
    if (run.size === 0) return piece
    const worn = looks.filter((one) => run.has(one.element))
    const [open, close] = [
      worn.map((one) => one.open).join(''),
      worn
        .map((one) => one.close)
        .toReversed()
        .join(''),
    ]
    return piece
      .split('\n')
      .map((line) => (line === '' ? '' : open + line + close))
      .join('\n')
  }
  return {
    open(name: string, attributes: Attributes = {}) {
      if (name === 'rPh') isSpoken = true
      else if (name === 't' || name === 'v') isText = !isSpoken
      else if (!isMarked) return
      else if (name === 'r') {
        isRun = true
        run = new Set()
      } else if (!isRun) return
      else if (name === 'vertAlign') run.add(attributes['val'] ?? '')
      else if ((name === 'b' || name === 'u') && isOn(attributes)) run.add(name)
    },
    close(name: string) {
      if (name === 'rPh') isSpoken = false
      else if (name === 't' || name === 'v') isText = false
      else if (name === 'r') {
        isRun = false
        run = new Set()
      }
    },
    text(piece: string) {
      if (isText && gathered.length < max) gathered += isMarked ? marked(withoutMarks(piece)) : piece
    },
    taken() {
      const text = gathered
      gathered = ''
      return text
    },
  }
}
