// The TypeScript types of all tables, read from a migrated database.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { codeColumns } from './code-columns.ts'

const root = join(import.meta.dirname, '..')

/** The file that holds the types; the server imports it. */
export const tableTypesFile = join(root, 'server', 'src', 'kernel', 'tables.ts')

type Column = { name: string; nullable: boolean; generated: boolean }

/** The integer columns of the database at `url`; `name` is `table.column`. */
export async function integerColumns(url: string): Promise<Column[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Column>(
      `select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable, column_default is not null as generated
      from information_schema.columns where table_schema = 'public' and data_type in ('smallint', 'integer')`,
    )
    return rows
  } finally {
    await client.end()
  }
}

/** The types of the code columns: the values that their tables of names have. */
async function overrides(url: string) {
  const columns = new Map((await integerColumns(url)).map((one) => [one.name, one]))
  const types = Object.entries(codeColumns).map(([name, codes]) => {
    const column = columns.get(name)
    if (!column) throw new Error(`scripts/code-columns.ts names ${name}, which is no integer column`)
    const values = [...Object.values(codes).toSorted((a, b) => a - b), ...(column.nullable ? ['null'] : [])].join(' | ')
    return [name, column.generated ? `Generated<${values}>` : values]
  })
  return JSON.stringify({ columns: Object.fromEntries(types) })
}

/**
 * Writes the types of the migrated database at `url`, or with `verify` compares them with the file.
 * @throws if the file is out of date; the message shows the difference
 */
export async function writeTableTypes(url: string, verify: boolean): Promise<void> {
  const program = join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')
  // A `date` is a day without a time and is read as text. The table of the migrations needs no types.
  const shape = ['--dialect=postgres', '--camel-case', '--date-parser=string', '--exclude-pattern=schema_migration']
  const codes = `--overrides=${await overrides(url)}`
  const args = [
    program,
    `--url=${url}`,
    `--out-file=${tableTypesFile}`,
    '--log-level=error',
    ...shape,
    codes,
    ...(verify ? ['--verify'] : []),
  ]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
}
