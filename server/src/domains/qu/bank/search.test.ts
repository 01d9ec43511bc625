// Words that very many questions contain.
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeBank } from '../qu.factory.ts'

const { app, admin } = await startWith()

test('a word of more than 5,000 questions finds them in every order and with every filter', async () => {
  const { repoId, single } = await makeBank(app.ctx(), { single: 1 })
  const columns = sql.raw((await copied()).join(', '))
  await sql`insert into qu (${columns}, title) select ${columns}, '消防安全第' || n || '题' from qu, generate_series(1, 5002) as n
    where id = ${single[0]!}::bigint`.execute(app.db)
  for (const orders of [[], [{ column: 'createTime', asc: true }]]) {
    for (const params of [{ content: '消' }, { content: '消防' }, { content: '消防安全' }, { content: '消防安全', repoId }]) {
      const page = await app.ok(qu.paging, { current: 1, size: 10, params, orders }, admin)
      expect(page.records.map((row) => row.title.startsWith('消防安全第'))).toEqual(Array.from({ length: 10 }, () => true))
    }
  }
})

/** The columns of a question without those that are its own. */
async function copied(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'qu' and column_name not in ('id', 'title') and is_identity = 'NO' and is_generated = 'NEVER'`.execute(app.db)
  return rows.map((row) => row.name)
}
