// The rule "names instead of numbers", which codes.test.ts applies to the repository and to deliberate violations. Takes names and texts, reads no files.

/** Fields that carry codes and are not declared with `code(…)` in the contract: columns, local names, and fields that are plain integers there. */
const undeclared = ['applyState', 'flag', 'handState', 'menuType', 'newState', 'paperState', 'role', 'scope', 'smsType']

/** Fields whose numbers are quantities although the contract gives them texts. */
const quantities: Record<string, string> = { markStep: 'hundredths of a point' }

/** Numbers that only look like codes. `file` is a path prefix. */
export const allowed: { file: string; field: string; why: string }[] = [
  { file: 'server/src/kernel/archive.ts', field: 'level', why: 'how hard zip compresses' },
  { file: 'web/src/shared/richtext/', field: 'level', why: 'levels of headings and of sound' },
  { file: 'web/src/shared/richtext/', field: 'state', why: "the recorder's own state, never on the wire" },
]

/** The fields that carry codes: those declared with `code('…', table)` in the contract, and those listed above. */
export function codeFields(contract: readonly string[]): string[] {
  const declared = contract.flatMap((text) => [...text.matchAll(/\b(\w+)(?::| =) code\(/g)].map(([, name = '']) => name))
  return [...new Set([...declared, ...undeclared])].filter((name) => !(name in quantities)).toSorted()
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))

/** Bare numbers where a table of names exists: in Kysely conditions, comparisons, object literals, defaults, types and raw SQL. */
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
    String.raw`\[(?:[\w.]+, )*${number}(?:, [\w.]+)*\]\.includes\((?:\w+[!?]?\.)*(${name})\)`,
  ]
  const code = withoutComments(text)
  const found = rules.flatMap((rule) => [...code.matchAll(new RegExp(rule, 'g'))])
  return found
    .filter(([, field = '']) => !allowed.some((one) => file.startsWith(one.file) && one.field === field))
    .map(({ 0: match, index }) => `${file}:${code.slice(0, index).split('\n').length}: ${match}`)
}
