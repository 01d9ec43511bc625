// The rule "names instead of numbers", which codes.test.ts applies to the repository and to deliberate violations. Takes names and texts, reads no files.
// The types of the code columns refuse a number that the table of names lacks. They accept one that it has, and see no raw SQL: this rule finds both.

/** Local names of codes, and fields of the contract that are plain integers there. */
const local = ['applyState', 'flag', 'handState', 'newState', 'paperState', 'scope', 'smsType']

/** Code columns whose name has another meaning elsewhere, such as the status of an HTTP answer; only their types are checked. */
const ambiguous = new Set(['kind', 'status'])

/** Fields whose numbers are quantities although the contract gives them texts. */
const quantities: Record<string, string> = { markStep: 'hundredths of a point' }

/** Numbers that only look like codes. `file` is a path prefix; `line` limits the exception to lines that contain it. */
export const allowed: { file: string; field: string; line?: string; why: string }[] = [
  {
    file: 'contract/src/kernel/error',
    field: 'error',
    why: 'the table of the error codes, and the test of those that the specification fixes',
  },
  { file: 'contract/src/stat/similar.ts', field: 'verdict', why: 'the name of a state of a pair, not the verdict on a recording' },
  { file: 'e2e/', field: 'level', line: "getByRole('heading'", why: 'the rank of a heading' },
  { file: 'server/src/kernel/archive.', field: 'level', why: 'how hard zip compresses' },
  { file: 'web/src/', field: 'level', line: 'Title', why: 'the rank of a heading' },
  { file: 'web/src/', field: 'level', line: "ByRole('heading'", why: 'the rank of a heading' },
  { file: 'web/src/shared/richtext/', field: 'level', why: 'levels of headings and of sound' },
  { file: 'web/src/shared/richtext/', field: 'state', why: "the recorder's own state, never on the wire" },
]

/** The fields that carry codes: those declared with `code('…', table)` in the contract, the code columns (`table.column`), and the local names. */
export function codeFields(contract: readonly string[], columns: readonly string[]): string[] {
  const declared = contract.flatMap((text) => [...text.matchAll(/\b(\w+)(?::| =) code\(/g)].map(([, name = '']) => name))
  const stored = columns.map((name) => camel(name.split('.')[1] ?? '')).filter((name) => !ambiguous.has(name))
  return [...new Set([...declared, ...stored, ...local])].filter((name) => !(name in quantities)).toSorted()
}

const camel = (name: string) => name.replaceAll(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase())
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const isAllowed = (one: (typeof allowed)[number], file: string, field: string, line: string) =>
  file.startsWith(one.file) && one.field === field && line.includes(one.line ?? '')
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Bare numbers where a table of names exists: in Kysely conditions, comparisons, object literals, defaults, types and raw SQL; in what a test expects, in loops and attributes; and error codes. */
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
  return [...found, ...errors]
    .map((one) => ({ ...one, row: code.slice(0, one.at).split('\n').length }))
    .filter(({ field, row }) => !allowed.some((one) => isAllowed(one, file, field, lines[row - 1] ?? '')))
    .map(({ text: match, row }) => `${file}:${row}: ${match}`)
}
