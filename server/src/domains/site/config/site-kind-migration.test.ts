// The migration that gives sites that exist a kind, so that only new ones are asked for it.
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'

const app = await sharedApp()
const file = readFileSync(new URL('../../../../migrations/20261225100000_site_kind.sql', import.meta.url), 'utf8')
const run = async (stored: object | undefined) => {
  await app.db.deleteFrom('sysConfig').where('key', '=', 'site').execute()
  if (stored)
    await app.db
      .insertInto('sysConfig')
      .values({ key: 'site', data: JSON.stringify(stored) })
      .execute()
  await sql.raw(file).execute(app.db)
  return (await app.db.selectFrom('sysConfig').where('key', '=', 'site').select('data').executeTakeFirstOrThrow()).data
}

test('a site keeps its kind, its hotel code and its name', async () => {
  expect(await run(undefined)).toEqual({ props: { siteKind: 'none' } })
  expect(await run({ siteName: '红隼', props: { hotelProfile: true } })).toEqual({
    siteName: '红隼',
    props: { hotelProfile: true, siteKind: 'none' },
  })
  expect(await run({ props: { siteKind: 'school' } })).toEqual({ props: { siteKind: 'school' } })
})
