// The migration that takes codes out of the log of messages.
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'

const app = await sharedApp()
const file = new URL('../../../../migrations/20261126030100_sms_log_without_codes.sql', import.meta.url)

test('codes of the local provider are masked, notifications stay as they were', async () => {
  const row = (smsType: string, provider: string, content: string) => ({ mobile: '13800000001', smsType, provider, state: 'sent', content })
  await app.db
    .insertInto('sysSmsLog')
    .values([
      row('forgot', 'local', '您正在找回密码，验证码 123456，5 分钟内有效。'),
      row('notify', 'local', '考试编号 202611 已开始'),
      row('login', 'aliyun', '您正在登录，验证码 ******，5 分钟内有效。'),
    ])
    .execute()
  await sql.raw(readFileSync(file, 'utf8')).execute(app.db)
  const rows = await app.db.selectFrom('sysSmsLog').orderBy('id').select('content').execute()
  expect(rows.map((one) => one.content)).toEqual([
    '您正在找回密码，验证码 ******，5 分钟内有效。',
    '考试编号 202611 已开始',
    '您正在登录，验证码 ******，5 分钟内有效。',
  ])
})
