// The TypeScript types of all tables, read from a migrated database.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The file that holds the types; the server imports it. */
export const tableTypesFile = join(root, 'server', 'src', 'kernel', 'tables.ts')

/**
 * Writes the types of the migrated database at `url`, or with `verify` compares them with the file.
 * @throws if the file is out of date; the message shows the difference
 */
export function writeTableTypes(url: string, verify: boolean): void {
  const program = join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')
  // A `date` is a day without a time and is read as text. The table of the migrations needs no types.
  const shape = ['--dialect=postgres', '--camel-case', '--date-parser=string', '--exclude-pattern=schema_migration']
  const args = [program, `--url=${url}`, `--out-file=${tableTypesFile}`, '--log-level=error', ...shape, ...(verify ? ['--verify'] : [])]
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
}
