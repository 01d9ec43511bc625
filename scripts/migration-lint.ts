// Lints migrations with squawk: what breaks the program of the release before, and locks that scripts/migration-locks.ts does not know.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The newest file that is older than the check; a merged file is never edited. */
export const NEWEST_OLD = '20261207130000_invoice_price.sql'

/** Rules that are off, with the reason. */
const off: Record<string, string> = {
  'prefer-robust-stmts': 'a file runs in one transaction and is never half done',
  'require-concurrent-index-creation': 'impossible in a transaction; migration-locks.ts asks for the reason on large tables',
  'require-concurrent-index-deletion': 'impossible in a transaction',
  'require-lock-timeout': 'asked for on large tables only, see server/migrations/README.md',
  'require-statement-timeout': 'a file that builds an index may take long',
  'prefer-bigint-over-int': 'counts and points are integers; ids are bigint',
  'prefer-bigint-over-smallint': 'codes are small',
  'prefer-identity': 'the templates of the README decide',
}

export type Finding = { file: string; line: number; rule: string; message: string }
type Reported = { file: string; line: number; message: string; help?: string; rule_name: string }

/** The program for this machine; undefined where npm left it out (--omit=optional). */
export function squawkProgram(packageOf = `@squawk-cli/${process.platform}-${process.arch}`): string | undefined {
  try {
    const name = process.platform === 'win32' ? 'squawk.exe' : 'squawk'
    return join(dirname(createRequire(import.meta.url).resolve(`${packageOf}/package.json`)), 'bin', name)
  } catch {
    return undefined
  }
}

/** The text for developers without squawk. @throws on CI, where the check must run */
export function withoutSquawk(isCi: boolean): string {
  const text = 'squawk is not installed (npm ci without --omit=optional): new migrations are not linted'
  if (isCi) throw new Error(text)
  return text
}

/** Lints SQL files. @throws when squawk cannot be run */
export function lintMigrations(program: string, files: readonly string[]): Finding[] {
  if (files.length === 0) return []
  const rules = Object.keys(off).map((rule) => `--exclude=${rule}`)
  const args = ['--pg-version=15.0', '--assume-in-transaction', '--reporter=json', ...rules, ...files]
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error || !stdout.startsWith('[')) throw new Error(`squawk: ${error?.message ?? stderr}`)
  return (JSON.parse(stdout) as Reported[]).map(({ file, line, message, help = '', rule_name: rule }) => ({
    file,
    line: line + 1,
    rule,
    message: `${message} ${help}`.trim(),
  }))
}
