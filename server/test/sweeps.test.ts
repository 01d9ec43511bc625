// Rows that scheduled jobs delete.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from './people.ts'
import { countFailure } from '../src/domains/site/log/failure.service.ts'

const app = await sharedApp({ background: true })

test('the sweep is scheduled', async () => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(app.db)
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(['sys.sweep', 'common.captcha.sweep']))
})

test('jobs run by the clock of the site, bills by that of those who make them', async () => {
  const { rows } = await sql<{ timezone: string }>`select distinct timezone from pgboss.schedule`.execute(app.db)
  expect(rows).toEqual([{ timezone: app.app.config.timeZone }])
  expect(app.started.jobs.find((job) => job.name === 'pay.bill')).toMatchObject({ timeZone: 'Asia/Shanghai' })
})

test('a sweep deletes expired rows and no others', async () => {
  await countFailure(app.app, 'login:old', 1_000)
  app.clock.advance(2)
  await countFailure(app.app, 'login:new', 60_000)
  await app.as('admin')
  await app.runJobs('sys.failure.sweep', 'sys.sweep')
  const remaining = await app.db.selectFrom('sysSignInFailure').select('key').execute()
  expect(remaining).toEqual([{ key: 'login:new' }])
  expect(await app.db.selectFrom('sysSession').select('id').execute()).toHaveLength(1)
})

test('SMS rows older than half a year are deleted', async () => {
  const sent = (days: number) => ({
    mobile: `138000000${String(days).padStart(2, '0')}`,
    smsType: 'login',
    provider: 'local',
    content: '',
    state: 'sent',
    createTime: new Date(app.clock.now().getTime() - days * 86_400_000),
  })
  await app.db.insertInto('sysSmsLog').values([179, 181, 400].map(sent)).execute()
  await app.runJobs('sys.sms.forget')
  expect(await app.db.selectFrom('sysSmsLog').select('mobile').execute()).toEqual([{ mobile: '138000000179' }])
})
