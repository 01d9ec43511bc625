// Rows that the jobs of `sys` delete.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { countFailure } from './session/failure.service.ts'
import { sysJobs } from './sys.jobs.ts'

const app = await sharedApp({ background: true, env: { TIME_ZONE: 'Europe/Lisbon' } })

test('the sweep is scheduled', async () => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(app.db)
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(['sys.sweep', 'common.captcha.sweep']))
})

test('night jobs run in the night of the site; bills are fetched by the clock of those who make them', async () => {
  const { rows } = await sql<{ name: string; cron: string; timezone: string }>`select name, cron, timezone from pgboss.schedule`.execute(
    app.db,
  )
  const zones = new Map(rows.map((row) => [row.name, row.timezone]))
  expect(zones.get('paper.capture.forget')).toBe('Europe/Lisbon')
  expect([...zones].filter(([, zone]) => zone !== 'Europe/Lisbon')).toEqual([['pay.bill', 'Asia/Shanghai']])
})

test('a sweep deletes expired rows and no others', async () => {
  await countFailure(app.app, 'login:old', 1_000)
  app.clock.advance(2)
  await countFailure(app.app, 'login:new', 60_000)
  await app.as('admin')
  for (const job of sysJobs(app.app)) await job.run({})
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
  for (const job of sysJobs(app.app)) await job.run({})
  expect(await app.db.selectFrom('sysSmsLog').select('mobile').execute()).toEqual([{ mobile: '138000000179' }])
})
