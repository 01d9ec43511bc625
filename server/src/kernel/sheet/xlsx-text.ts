// The text of a cell, gathered from its runs; of their looks only what carries meaning is kept, where somebody asks for it.

/** `_x0041_` stands for one character. */
const ESCAPED = 7

/** In the order in which they open. The marks are code points that are no characters, so that no text has them of its own. */
const looks = [
  { element: 'b', tag: 'strong', open: '\uFDD0', close: '\uFDD1' },
  { element: 'u', tag: 'u', open: '\uFDD2', close: '\uFDD3' },
  { element: 'superscript', tag: 'sup', open: '\uFDD4', close: '\uFDD5' },
  { element: 'subscript', tag: 'sub', open: '\uFDD6', close: '\uFDD7' },
] as const
const tags = new Map<string, string>(looks.flatMap(({ tag, open, close }) => [[open, `<${tag}>`] as const, [close, `</${tag}>`] as const]))
const marks = /[\uFDD0-\uFDD7]/g

export const withoutMarks = (text: string) => text.replaceAll(marks, '')
/** HTML with elements where the marks stood. */
export const tagsOfMarks = (html: string) => html.replaceAll(marks, (mark) => tags.get(mark) ?? '')

type Attributes = Readonly<Record<string, string>>
const isOn = ({ val = '1' }: Attributes) => !/^(?:0|false|none)$/.test(val)

/**
 * Gathers text, but not how a word is spoken, which may stand beside it. `taken` gives it, of a long one at least `cell` + 1 characters.
 * @param isMarked lines are marked one by one, so that they may be parted
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
