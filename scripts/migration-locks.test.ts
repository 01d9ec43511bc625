// New migrations lock large tables only with a reason; what the rule finds, and what it lets pass.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { heldLocks } from './migration-locks.ts'

const folder = join(import.meta.dirname, '../server/migrations')
/** Files that are older than the rule; a merged file is never edited. Nothing is added here: a new file says its reason. */
const older = new Set([
  '20261121100000_people.sql',
  '20261121180000_messages.sql',
  '20261122100300_exam_integrity.sql',
  '20261122100500_exam_marking.sql',
  '20261122100600_exam_results.sql',
  '20261122100700_exam_stat.sql',
  '20261124110000_training_by_question.sql',
  '20261126070000_paper_lists.sql',
  '20261127000000_list_orders.sql',
  '20261128000000_quick_lists.sql',
  '20261128030100_paper_picture.sql',
  '20261130002000_passed_papers_of_users.sql',
  '20261201000100_paper_irregular.sql',
  '20261203040200_sys_log_exams.sql',
])
const readme = readFileSync(join(folder, 'README.md'), 'utf8')
const large = new Set([...(/Large tables are those[^\n]*/.exec(readme)?.[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))

test('the large tables are those that the README names, and exist', () => {
  expect(large.size).toBeGreaterThan(10)
  const tables = readFileSync(join(import.meta.dirname, '../server/src/kernel/tables.ts'), 'utf8')
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  expect([...large].filter((name) => !new RegExp(`^ {2}${camel(name)}:`, 'm').test(tables))).toEqual([])
  expect([...older].filter((name) => !files.includes(name))).toEqual([])
})

test('no new migration reads or rewrites a large table under a lock without a reason', () => {
  const found = files
    .filter((name) => !older.has(name))
    .flatMap((name) =>
      heldLocks(readFileSync(join(folder, name), 'utf8'), large).map(
        ({ line, table, what }) =>
          `${name}:${line}: ${table}: ${what}. Do it in another way (server/migrations/README.md, Locks), or write why: -- locks ${table}: …`,
      ),
    )
  expect(found).toEqual([])
})

describe('refused', () => {
  test.each([
    'alter table paper_answer alter column score type bigint;',
    'alter table only paper alter state set not null;',
    'alter table sys_log add column key uuid not null default gen_random_uuid();',
    'alter table paper add column total int generated always as (score + 1) stored;',
    'alter table paper add constraint paper_state check (minutes > 0);',
    'alter table paper add check (minutes > 0);',
    'alter table paper add foreign key (user_id) references sys_user (id);',
    'alter table paper add column room_id bigint references exam_room (id);',
    'alter table paper add constraint paper_once unique (exam_id, user_id);',
    'create index paper_answer_time on paper_answer (create_time);',
    'create unique index if not exists paper_x on public.paper (x);',
    'update paper set minutes = 1;',
    'delete from sys_log where id < 5;',
    'lock table paper in exclusive mode;',
    '-- fine\ncreate table note (id int);\n\nalter table paper\n  alter column state set not null;',
    '-- locks paper:\nupdate paper set minutes = 1;',
    '-- locks sys_log: it has few rows on every site\nupdate paper set minutes = 1;',
  ])('%s', (sql) => {
    expect(heldLocks(sql, large)).toHaveLength(1)
  })
  test('with the line of the statement', () => {
    expect(heldLocks("-- why\nselect ';';\n\nupdate paper\n set x = 1;", large)).toMatchObject([{ line: 4, table: 'paper' }])
  })
})

describe('let pass', () => {
  test.each([
    'alter table paper add column note text;',
    "alter table paper add column note text not null default '';",
    'alter table paper add column room bigint;\nalter table paper drop column old;',
    'alter table paper add constraint paper_state check (minutes > 0) not valid;',
    'alter table paper validate constraint paper_state;',
    'alter table paper alter column note drop not null, alter column note set default 1;',
    'alter table exam alter column title type text;',
    'create table paper (id int, state int);\ncreate index paper_state on paper (state);',
    'create index exam_title on exam (title);',
    "-- update paper set x = 1;\ncomment on table paper is 'update paper set x = 1;';",
    'create function f() returns void language sql as $body$ update paper set x = 1; $body$;',
    '-- locks paper: at most one row for each running exam, and only at night\nupdate paper set minutes = 1;',
    'insert into paper (id) values (1) on conflict do nothing;',
    'analyze paper;',
  ])('%s', (sql) => {
    expect(heldLocks(sql, large)).toEqual([])
  })
})
