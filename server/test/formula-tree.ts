// The structure of a formula as Typst holds it, read from its own tree, to compare with what KaTeX's MathML says.
import { grouped, over, scripts, signsOf, table } from '../src/kernel/typeset/formula/structure.ts'

type Content = null | string | { func: string; [field: string]: unknown }
type Parts = string[]

const listOf = (value: unknown) => (Array.isArray(value) ? (value as Content[]) : [])
const content = (value: unknown) => value as Content
/** Elements that only hold others; `styled` also sets what they look like. */
const holders: Record<string, string> = {
  styled: 'child', class: 'body', lr: 'body', mid: 'body', limits: 'body', op: 'text', stretch: 'body', equation: 'body', align: 'body', move: 'body',
} // prettier-ignore
const silent = new Set(['hide', 'h', 'space', 'align-point'])
const marks = new Set('overline underline overbrace underbrace overbracket underbracket overparen underparen'.split(' '))

/** The structure of a content element that `query` returned. Fails on an element that formulas do not have. */
export const structureOfTypst = (one: unknown): string => partsOf(content(one)).join(' ')

function partsOf(one: Content): Parts {
  if (one === null) return []
  if (typeof one === 'string') return signsOf(one)
  const { func } = one
  if (silent.has(func)) return []
  if (holders[func]) return partsOf(content(one[holders[func]]))
  if (marks.has(func)) return over(func, partsOf(content(one['body'])))
  switch (func) {
    case 'symbol':
    case 'text':
      return signsOf(String(one['text']))
    case 'sequence':
      return listOf(one['children']).flatMap(partsOf)
    case 'frac':
      return over('frac', [grouped(partsOf(content(one['num']))), grouped(partsOf(content(one['denom'])))])
    case 'root':
      return over(
        'root',
        [content(one['radicand']), ...(one['index'] ? [content(one['index'])] : [])].map((each) => grouped(partsOf(each))),
      )
    case 'attach': {
      const at = (...places: string[]) => places.flatMap((place) => (one[place] === undefined ? [] : [partsOf(content(one[place]))]))[0]
      return scripts(partsOf(content(one['base'])), at('b', 'br'), at('t', 'tr'))
    }
    case 'accent':
      return over(String(one['accent']), partsOf(content(one['base'])))
    case 'cancel':
      return over(strikeOf(one), partsOf(content(one['body'])))
    case 'mat':
      return tableParts(one, [])
    case 'box':
      return boxParts(one)
    default:
      throw new Error(`an element that formulas do not have: ${func}`)
  }
}

function strikeOf(one: Record<string, unknown>): string {
  if (one['angle'] !== undefined) return 'horizontalstrike'
  if (one['cross'] === true) return 'updiagonalstrike downdiagonalstrike'
  return one['inverted'] === true ? 'downdiagonalstrike' : 'updiagonalstrike'
}

/** A box is a space, a rule, a frame, or holds what stands beside its place. */
function boxParts(one: Record<string, unknown>): Parts {
  const body = content(one['body'] ?? null)
  if (one['fill'] !== undefined && body === null) return ['rule']
  const { stroke, inset } = one
  if (stroke && JSON.stringify(inset).includes('0.3em')) return over('box', partsOf(body))
  if (stroke && body && typeof body !== 'string') {
    const sides = typeof stroke === 'string' ? ['top', 'bottom', 'left', 'right'] : sidesOf(stroke)
    return tableParts(matIn(body), sides)
  }
  return partsOf(body)
}

const sidesOf = (stroke: object) => Object.entries(stroke).flatMap(([side, line]) => (line ? [side] : []))

function matIn(one: Record<string, unknown>): Record<string, unknown> {
  return one['func'] === 'mat' ? one : matIn((one['body'] ?? one['child']) as Record<string, unknown>)
}

/** A cell with the number or tag of its line begins with a space. */
const isTag = (cell: Content) =>
  cell !== null && typeof cell !== 'string' && (listOf(cell['children'])[1] as Record<string, unknown> | undefined)?.['amount'] === '2em'

function tableParts(one: Record<string, unknown>, outer: string[]): Parts {
  const rows = (one['rows'] as Content[][]).map((cells) => cells.filter((cell) => !isTag(cell)).map(partsOf))
  // lines that are broken with `\\` are no table
  if (
    one['row-gap'] === '0% + 0.5em' &&
    rows.every((row) => row.length === 1) &&
    one['align'] === undefined &&
    one['column-gap'] === undefined
  )
    return rows.flat(2)
  const inner = (axis: string) => {
    const lines = (one['augment'] as Record<string, unknown> | undefined)?.[axis]
    return lines === undefined ? [] : [lines].flat().map(Number)
  }
  const width = rows[0]?.length ?? 0
  const edge = (name: string, at: number) => (outer.includes(name) ? [at] : [])
  return table(
    rows,
    [...edge('top', 0), ...inner('hline'), ...edge('bottom', rows.length)],
    [...edge('left', 0), ...inner('vline'), ...edge('right', width)],
  )
}
