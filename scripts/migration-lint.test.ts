// New migrations pass squawk; what it refuses and lets pass, and the message where it is missing.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lintMigrations, NEWEST_OLD, squawkProgram, withoutSquawk } from './migration-lint.ts'

const folder = join(import.meta.dirname, '../server/migrations')
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const scratch = mkdtempSync(join(tmpdir(), 'shuyuan-squawk-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const program = squawkProgram()
const isCi = (process.env.CI ?? '') !== ''
if (program === undefined) process.stderr.write(`${withoutSquawk(isCi)}\n`)

let number = 0
/** The names of the rules that a file with these statements breaks. */
function broken(sql: string): string[] {
  const file = join(scratch, `${number++}.sql`)
  writeFileSync(file, `${sql}\n`)
  return lintMigrations(program ?? '', [file]).map(({ rule }) => rule)
}

test('where squawk is missing a developer is told, and CI fails', () => {
  expect(squawkProgram('@squawk-cli/no-such-machine')).toBeUndefined()
  expect(withoutSquawk(false)).toContain('squawk is not installed')
  expect(() => withoutSquawk(true)).toThrow('squawk is not installed')
  expect(() => lintMigrations(join(scratch, 'nothing'), ['a.sql'])).toThrow('squawk')
})

test('the newest file that is older than the check exists', () => {
  expect(names).toContain(NEWEST_OLD)
})

describe.runIf(program !== undefined)('squawk', () => {
  test('finds nothing in new migrations; a line `-- squawk-ignore <rule>` above a statement, with the reason above it, lets it pass', () => {
    const fresh = names.filter((name) => name > NEWEST_OLD).map((name) => join(folder, name))
    expect(lintMigrations(program ?? '', fresh)).toEqual([])
  })

  test.each([
    ['alter table exam drop column title;', 'ban-drop-column'],
    ['drop table exam_room;', 'ban-drop-table'],
    ['alter table exam rename column title to name;', 'renaming-column'],
    ['alter table exam rename to test;', 'renaming-table'],
    ['alter table exam alter column title type varchar(20);', 'changing-column-type'],
    ['alter table exam alter column title set not null;', 'adding-not-nullable-field'],
    ['alter table exam add column code text not null;', 'adding-required-field'],
    ['alter table exam add constraint exam_owner foreign key (owner_id) references sys_user (id);', 'adding-foreign-key-constraint'],
    ['alter table exam add constraint exam_minutes check (minutes > 0);', 'constraint-missing-not-valid'],
    ['alter table exam add colum note text;', 'syntax-error'],
  ])('refuses %s', (sql, rule) => {
    expect(broken(sql)).toContain(rule)
  })

  test.each([
    'create table note (id bigint primary key, exam_id bigint not null references exam (id), state smallint not null default 0);',
    "alter table exam add column note text not null default '';",
    'create index exam_note on exam (note);',
    'drop index exam_note;',
    'alter table exam add constraint exam_minutes check (minutes > 0) not valid;',
    '-- no release names it since 0.3\n-- squawk-ignore ban-drop-column\nalter table exam drop column title;',
  ])('lets pass %s', (sql) => {
    expect(broken(sql)).toEqual([])
  })

  test('names file and line', () => {
    const file = join(scratch, 'line.sql')
    writeFileSync(file, 'select 1;\n\ndrop table exam_room;\n')
    expect(lintMigrations(program ?? '', [file])).toMatchObject([{ file, line: 3, rule: 'ban-drop-table' }])
  })
})
