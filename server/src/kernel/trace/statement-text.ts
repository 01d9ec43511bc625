// What a span shows of a SQL statement.

const LONGEST = 2_000
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i

/** The statement without values: strings and numbers that stand in the text become `?`, parameters stay `$1`. */
export const withoutValues = (text: string) =>
  text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$|\b[eE]?'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, LONGEST)

/** The command and the first table, `update paper_answer`: a name of which there are few. */
export function nameOf(text: string): string {
  const command = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = TABLE.exec(text)?.[1]
  return table === undefined ? command : `${command} ${table}`
}
