import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { activeProp, clearProps } from '../provider/prop.service.ts'
import { storedSetting } from './setting.service.ts'

const { app } = await startWith()

test('settings and providers are read while every connection is in a transaction that asks for them', async () => {
  await clearProps(app.app)
  const { dbPool } = app.app.config
  let waiting = 0
  const { promise: all, resolve: allAreIn } = Promise.withResolvers<void>()
  const read = await Promise.all(
    Array.from({ length: dbPool }, () =>
      app.db.transaction().execute(async (db) => {
        await db.selectFrom('sysConfig').select('key').execute()
        waiting++
        if (waiting === dbPool) allAreIn()
        await all
        return [await storedSetting({ app: app.app }, 'switch'), await activeProp({ app: app.app }, 'sms')]
      }),
    ),
  )
  expect(read).toHaveLength(dbPool)
  expect(new Set(read.map((one) => JSON.stringify(one))).size).toBe(1)
})
