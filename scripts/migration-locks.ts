// Which statements of a migration read or rewrite a whole table under a lock that stops writing. See server/migrations/README.md, *Locks*.

/** A statement that needs its reason. */
export type Held = { line: number; table: string; what: string }

/** The comment that gives the reason: `-- locks <table>: <why that is short or allowed>`. */
const REASON = /--[ \t]*locks[ \t]+([\w.]+)[ \t]*:[ \t]*(\S.{9,})/gi

const IDENT = String.raw`(?:only\s+)?(?:if\s+exists\s+)?"?(?:public\.)?"?([a-z_][\w]*)"?`
type Rule = { what: string; test: RegExp }
/** Actions of `alter table` that read or rewrite every row. */
const alterations: Rule[] = [
  { what: 'changes the type of a column, which rewrites the table', test: /\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b/ },
  { what: 'sets not null, which reads every row', test: /\balter\s+(?:column\s+)?\S+\s+set\s+not\s+null\b/ },
  {
    what: 'adds a column whose values are computed for each row, which rewrites the table',
    test: /\badd\s+(?:column\s+)?(?!constraint\b)[^,]*\b(?:default\s+(?:gen_random_uuid|random|clock_timestamp|nextval)\b|generated\s+(?:always|by\s+default)\s+as\b)/,
  },
  {
    what: 'adds a key or a unique constraint, which builds an index',
    test: /\badd\s+(?:constraint\s+\S+\s+)?(?:primary\s+key|unique|exclude)\b(?!\s+using\s+index)/,
  },
  {
    what: 'adds a check or a foreign key without `not valid`, which reads every row',
    test: /\badd\s+(?:constraint\s+\S+\s+)?(?:check\b|foreign\s+key\b)(?![\s\S]*\bnot\s+valid\b)/,
  },
  {
    what: 'adds a column with a check or a reference, which reads every row',
    test: /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\S+\s[^,]*\b(?:references|check)\b/,
  },
  { what: 'moves or rewrites the table', test: /\bset\s+(?:tablespace|logged|unlogged|access\s+method)\b/ },
]
const whole: (Rule & { table: RegExp })[] = [
  {
    what: 'builds an index; the operator may build it beforehand: `create index if not exists`',
    test: /^create\s+(?:unique\s+)?index\b/,
    table: new RegExp(String.raw`\bon\s+${IDENT}`),
  },
  { what: 'locks the table', test: /^lock\s+/, table: new RegExp(String.raw`^lock\s+(?:table\s+)?${IDENT}`) },
  {
    what: 'rewrites the table',
    test: /^(?:cluster|vacuum\s+full|reindex)\b/,
    table: new RegExp(String.raw`(?:cluster|vacuum\s+full|table)\s+${IDENT}`),
  },
  {
    what: 'changes rows in one statement; a job does it in portions',
    test: /^(?:with\b[\s\S]*\)\s*)?update\s/,
    table: new RegExp(String.raw`\bupdate\s+${IDENT}`),
  },
  {
    what: 'deletes rows in one statement; a job does it in portions',
    test: /^delete\s+from\s/,
    table: new RegExp(String.raw`^delete\s+from\s+${IDENT}`),
  },
]

type Statement = { text: string; line: number }

/** Replaces what is no code by spaces, so that lines stay: comments, texts in quotes, bodies of functions. */
const bare = (sql: string) =>
  sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g, (part) => part.replaceAll(/[^\n]/g, ' '))

/** The statements of a file, in lower case. */
function statementsOf(sql: string): Statement[] {
  const found: Statement[] = []
  let line = 1
  for (const part of bare(sql).split(';')) {
    const start = part.search(/\S/)
    if (start >= 0) found.push({ text: part.trim().toLowerCase(), line: line + (part.slice(0, start).match(/\n/g)?.length ?? 0) })
    line += part.match(/\n/g)?.length ?? 0
  }
  return found
}

const alteredTable = new RegExp(String.raw`^alter\s+table\s+${IDENT}`)
const createdTable = /^create\s+(?:unlogged\s+|temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(?:public\.)?"?([a-z_]\w*)/

/**
 * The statements that need a reason and have none. Tables that the file itself creates are empty.
 * @param sql the text of a migration
 * @param large the tables that grow with every exam; others are small
 */
export function heldLocks(sql: string, large: ReadonlySet<string>): Held[] {
  const statements = statementsOf(sql)
  const created = new Set(statements.flatMap(({ text }) => createdTable.exec(text)?.[1] ?? []))
  const explained = new Set([...sql.matchAll(REASON)].map(([, table = '']) => table.toLowerCase()))
  return statements
    .flatMap(({ text, line }): Held[] => {
      const altered = alteredTable.exec(text)?.[1]
      const rules = altered === undefined ? whole.filter((one) => one.test.test(text)) : alterations.filter((one) => one.test.test(text))
      return rules.map((rule) => ({
        line,
        what: rule.what,
        table: altered ?? ('table' in rule ? ((rule as (typeof whole)[number]).table.exec(text)?.[1] ?? '') : ''),
      }))
    })
    .filter(({ table }) => large.has(table) && !created.has(table) && !explained.has(table))
}
