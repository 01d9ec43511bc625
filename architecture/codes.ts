// The rule "names instead of numbers", which codes.test.ts applies to the repository and to deliberate violations. Takes names and texts, reads no files.

/** Fields that carry codes and are not declared with `code(…)` in the contract: columns, local names, and fields that are plain integers there. */
const undeclared = ['applyState', 'flag', 'handState', 'menuType', 'newState', 'paperState', 'role', 'scope', 'smsType']

/** Fields whose numbers are quantities although the contract gives them texts. */
const quantities: Record<string, string> = { markStep: 'hundredths of a point' }

/** Numbers that only look like codes. `file` is a path prefix; `line` limits the exception to lines that contain it. */
export const allowed: { file: string; field: string; line?: string; why: string }[] = [
  {
    file: 'contract/src/kernel/error',
    field: 'error',
    why: 'the table of the error codes, and the test of those that the specification fixes',
  },
  { file: 'e2e/', field: 'level', line: "getByRole('heading'", why: 'the rank of a heading' },
  { file: 'server/src/kernel/archive.', field: 'level', why: 'how hard zip compresses' },
  { file: 'web/src/', field: 'level', line: 'Title', why: 'the rank of a heading' },
  { file: 'web/src/shared/richtext/', field: 'level', why: 'levels of headings and of sound' },
  { file: 'web/src/shared/richtext/', field: 'state', why: "the recorder's own state, never on the wire" },
]

/** The fields that carry codes: those declared with `code('…', table)` in the contract, and those listed above. */
export function codeFields(contract: readonly string[]): string[] {
  const declared = contract.flatMap((text) => [...text.matchAll(/\b(\w+)(?::| =) code\(/g)].map(([, name = '']) => name))
  return [...new Set([...declared, ...undeclared])].filter((name) => !(name in quantities)).toSorted()
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const isAllowed = (one: (typeof allowed)[number], file: string, field: string, line: string) =>
  file.startsWith(one.file) && one.field === field && line.includes(one.line ?? '')
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

type Item = { text: string; at: number }

/** The items of the list or call whose bracket is at `open`, and where it ends. */
function itemsOf(text: string, open: number): { items: Item[]; end: number } {
  const items: Item[] = []
  const token = /'[^'\n]*'|"[^"\n]*"|`[^`]*`|[[({]|[\])}]|,/g
  token.lastIndex = open + 1
  let [depth, from] = [0, open + 1]
  const add = (to: number) => items.push({ text: text.slice(from, to).trim(), at: from + text.slice(from, to).search(/\S|$/) })
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [sign] = found
    if (/^[[({]$/.test(sign)) depth++
    else if (/^[\])}]$/.test(sign) && depth-- === 0) {
      add(found.index)
      return { items: items.filter((one) => one.text !== ''), end: found.index }
    } else if (sign === ',' && depth === 0) {
      add(found.index)
      from = found.index + 1
    }
  }
  return { items: [], end: text.length }
}

/** Numbers at the place of a parameter that has the name of a code: in calls of a function of the same file, and in rows of `test.each`. */
function byPlace(code: string, fields: readonly string[]): { field: string; text: string; at: number }[] {
  const found: { field: string; text: string; at: number }[] = []
  const compare = (parameters: Item[], given: Item[]) => {
    for (const [i, one] of given.entries()) {
      const field = /^\w+/.exec(parameters[i]?.text ?? '')?.[0] ?? ''
      if (fields.includes(field) && /^-?\d+$/.test(one.text)) found.push({ field, ...one })
    }
  }
  for (const made of code.matchAll(/\bconst (\w+) = (?:async )?\(|\bfunction (\w+)\(/g)) {
    const { items: parameters } = itemsOf(code, made.index + made[0].length - 1)
    if (!parameters.some((one) => fields.some((field) => new RegExp(`^${field}\\b`).test(one.text)))) continue
    for (const call of code.matchAll(new RegExp(String.raw`(?<!function )\b${made[1] ?? made[2]}\(`, 'g')))
      compare(parameters, itemsOf(code, call.index + call[0].length - 1).items)
  }
  for (const each of code.matchAll(/\.each(?:<[^(]*>)?\(\[/g)) {
    const rows = itemsOf(code, each.index + each[0].length - 1)
    const run = /^[^'`]*?\)\(\s*(?:'[^']*'|`[^`]*`),\s*(?:async )?\(/.exec(code.slice(rows.end))
    if (!run) continue
    const { items: parameters } = itemsOf(code, rows.end + run[0].length - 1)
    for (const row of rows.items) compare(parameters, row.text.startsWith('[') ? itemsOf(code, row.at).items : [row])
  }
  return found
}

/** Bare numbers where a table of names exists: in Kysely conditions, comparisons, object literals, defaults, types and raw SQL; in what a test expects, in loops, attributes and by the place of a parameter; and error codes. */
export function bareCodes(file: string, text: string, fields: readonly string[]): string[] {
  const name = `(?:${[...new Set(fields.flatMap((one) => [one, snake(one)]))].join('|')})`
  const number = String.raw`-?\d+(?![\w.])`
  const compared = String.raw`(?:[!=]==|[<>]=?|<>|!=|=)`
  const rules = [
    String.raw`'(?:\w+\.)?(${name})', '[^']+', \[?(?:[\w.]+, )*${number}`,
    String.raw`(?<![\w'-])(${name})\b[!)]* ${compared} \(?${number}`,
    String.raw`\b(${name}) (?:not )?in \((?:[\w.$()}{]+, )*${number}`,
    String.raw`(?<![\w.])${number} (?:[!=]==|[<>]=?) (?:\w+[!?]?\.)*(${name})\b`,
    String.raw`(?<![\w.'])(${name})\??: (?:[^,;{}()\n]*(?<!\?)\? )?${number}`,
    String.raw`(?<![\w.'])(${name})\??: [^,;{}()\n]*(?:\?\?|\|\|| :) ${number}`,
    String.raw`case (?:\w+\.)?(${name}) when ${number}`,
    String.raw`\.(${name})\)(?:\.\w+\((?:[^()]|\([^()]*\))*\))*\)*\.(?:not\.)?to(?:Be|Equal|StrictEqual|Contain)\(\[?(?:[\w.]+, )*${number}`,
    String.raw`\b(${name}) of \[(?:[\w.]+, )*${number}`,
    String.raw`\[(?:[\w.]+, )*${number}(?:, [\w.]+)*\]\.\w+\(\(?(${name})\b`,
    String.raw`\b(${name})=\{${number}\}`,
    String.raw`\[(?:[\w.]+, )*${number}(?:, [\w.]+)*\]\.includes\((?:\w+[!?]?\.)*(${name})\)`,
  ]
  const code = withoutComments(text)
  const found = rules
    .flatMap((rule) => [...code.matchAll(new RegExp(rule, 'g'))])
    .map(({ 0: match, 1: field = '', index }) => ({ field, text: match, at: index }))
  const errors = [...code.matchAll(/\b(?:100[1-9]\d|20010)\d{3}\b/g)].map(({ 0: match, index }) => ({
    field: 'error',
    text: match,
    at: index,
  }))
  const lines = code.split('\n')
  return [...found, ...byPlace(code, fields), ...errors]
    .map((one) => ({ ...one, row: code.slice(0, one.at).split('\n').length }))
    .filter(({ field, row }) => !allowed.some((one) => isAllowed(one, file, field, lines[row - 1] ?? '')))
    .map(({ text: match, row }) => `${file}:${row}: ${match}`)
}
