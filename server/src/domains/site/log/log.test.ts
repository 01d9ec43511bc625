// The audit row belongs to the command: both are committed or neither.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { site } from '../config/config.service.ts'
import { withoutSecrets } from './log.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const { app, admin } = await startWith()

const auditRows = () => app.db.selectFrom('sysLog').where('path', '=', config.save.path).selectAll().orderBy('id', 'desc').execute()

describe('a command', () => {
  test('writes an audit row with caller, input, before and after', async () => {
    const before = await site(app.ctx())
    await app.ok(config.save, { ...before, siteName: '新名称' }, admin.token)
    const [row] = await auditRows()
    expect(row).toMatchObject({
      userId: admin.id,
      userName: 'admin',
      title: '保存站点信息',
      ip: '127.0.0.1',
      before: { siteName: before.siteName },
      after: { siteName: '新名称' },
    })
  })

  test('writes no audit row when it is refused', async () => {
    const rows = (await auditRows()).length
    await makeUser(app.db, { userName: 'clerk', roleType: RoleType.staff })
    const body = await site(app.ctx())
    expect((await app.call(config.save, body, (await app.as('clerk')).token)).code).toBe(errors.forbidden[0])
    expect((await app.call(config.save, { ...body, siteName: '' }, admin.token)).code).toBe(errors.badInput[0])
    expect(await auditRows()).toHaveLength(rows)
  })

  test('is rolled back when its audit row cannot be written', async () => {
    const before = await site(app.ctx())
    await sql`alter table sys_log add constraint refuse check (title <> '保存站点信息') not valid`.execute(app.db)
    const quiet = { method: 'POST', url: config.save.path, headers: { token: admin.token } } as const
    const reply = await app.http.inject({ ...quiet, payload: { ...before, siteName: '不该保存' } })
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ code: errors.fault[0], msg: '服务器开小差了呢！', data: { key: 'fault', params: {} } })
    await sql`alter table sys_log drop constraint refuse`.execute(app.db)
    const stored = await app.db.selectFrom('sysConfig').where('key', '=', 'site').select('data').executeTakeFirst()
    expect(stored?.data).toMatchObject({ siteName: before.siteName })
  })
})

describe('the recorded input', () => {
  test('masks secrets at any depth and of any type', () => {
    expect(
      withoutSecrets({ password: 'a', nested: [{ smsCode: '123456', accessKeySecret: 9, base64: 'x' }], oldPassword: '', token: null }),
    ).toEqual({ password: '***', nested: [{ smsCode: '***', accessKeySecret: '***', base64: '***' }], oldPassword: '', token: null })
  })

  test('is truncated and can always be stored', () => {
    const cut = withoutSecrets({ text: '长'.repeat(3_000), list: Array.from({ length: 300 }, (_none, at) => at) }) as {
      text: string
      list: unknown[]
    }
    expect(cut.text).toHaveLength(2_001)
    expect(cut.list).toHaveLength(201)
    expect(cut.list.at(-1)).toBe('… 100')
    const odd = withoutSecrets({ [`a${String.fromCharCode(0)}`]: `b${String.fromCharCode(0)}\ud800` })
    expect(odd).toEqual({ a: 'b\ufffd' })
  })
})
