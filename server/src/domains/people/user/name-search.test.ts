// Lists by a part of a name find the rows with the name first, whatever the planner knows about the names.
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'
import { nameHas, rowsNamed, usersNamed } from './name-search.service.ts'

const { db } = (await sharedApp()).app
const domains = fileURLToPath(new URL('../../', import.meta.url))

test('no list leaves the way to a name to the planner', async () => {
  const bare: string[] = []
  for await (const file of glob('**/*.service.ts', { cwd: domains })) {
    const text = await readFile(`${domains}${file}`, 'utf8')
    if (/\.where\((?:name|account)Has\(/.test(text)) bare.push(file)
  }
  expect(bare, 'use usersNamed, usersCalled or rowsNamed').toEqual([])
})

test('a short name that no row has is looked up in the index of names, before any statistics', async () => {
  await sql`alter table cert_grant set (autovacuum_enabled = false)`.execute(db)
  await sql`with made as (insert into cert (title, authority, create_by, create_time, update_time) select '证', '局', min(id), now(), now() from sys_user returning id, create_by),
    version as (insert into cert_version (cert_id, version, layout) select id, 1, '{}' from made)
    insert into cert_grant (grant_no, cert_id, version, user_id, title, authority, real_name, vars, ref_type, ref_id, create_time)
    select 'N' || n, made.id, 1, create_by, '证', '局', '张三', '{}', 'manual', n, now() from made, generate_series(1, 20000) n`.execute(db)
  const plan = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<
      Record<string, string>
    >`explain select id from cert_grant where ${condition} order by id desc limit 10`.execute(db)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }
  expect(await plan(sql`id = ${rowsNamed('cert_grant', '龘')}`)).toContain('Scan on cert_grant_name_grams')
  expect(await plan(sql`user_id = ${usersNamed('龘')}`)).toContain('InitPlan')
})

test('a name is found by each piece of one or two characters in any case, and by no other', async () => {
  const named = async (name: string, piece: string) => {
    const { rows } = await sql<{
      found: boolean
    }>`select ${nameHas('t', piece)} as found from (select ${name}::text as real_name) t`.execute(db)
    return rows[0]!.found
  }
  const name = '欧阳Élodie𠮷 A'
  const chars = Array.from(name.toLowerCase())
  const pairs = chars.slice(1).map((char, at) => `${chars[at]}${char}`)
  for (const piece of [...chars, ...pairs]) expect(await named(name, piece), piece).toBe(true)
  for (const piece of ['阳欧', '欧É', '林', 'eA']) expect(await named(name, piece), piece).toBe(false)
  expect(await named('', '欧')).toBe(false)
  expect(await named('欧', '欧阳')).toBe(false)
})
