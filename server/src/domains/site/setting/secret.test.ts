// The secret of a site, while every connection of the pool is busy.
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { siteSecret } from './setting.service.ts'

const { app } = await startWith()

test('is made once, also when all connections of the pool are in transactions that ask for it', async () => {
  const row = app.db.selectFrom('sysConfig').where('key', '=', 'secret').select('key')
  expect(await row.executeTakeFirst()).toBeUndefined()
  const secrets = await Promise.all(
    Array.from({ length: app.app.config.dbPool }, () => app.db.transaction().execute(() => siteSecret(app.app))),
  )
  expect(new Set(secrets).size).toBe(1)
})
