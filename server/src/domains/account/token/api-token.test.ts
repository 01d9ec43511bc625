// API tokens over HTTP: what they may do, and each refusal.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { log } from '@shuyuan/contract/site/log/log.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { builtInRole } from '../../people/role-menu/role.rules.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { isAddressWithin, readAddresses } from './bearer.service.ts'

const { app, admin } = await startWith()
const tags = ['sys:group:list', 'sys:group:add', 'sys:group:update']

const soon = () => toWallClock(new Date(app.clock.now().getTime() + 86_400_000))
const make = async (who = admin, more: Partial<Body<typeof apiToken.add>> = {}) =>
  app.ok(apiToken.add, { title: '人事系统', tags, expireTime: soon(), ...more }, who)

type Envelope = { code: number; msg: string; data: unknown }
/** Calls an endpoint with an API token. */
async function by<E extends Endpoint>(token: string, endpoint: E, body: Body<E>, remoteAddress = '10.1.2.3'): Promise<Envelope> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers, payload: body as object, remoteAddress })
  return reply.json<Envelope>()
}
const forbidden = (msg: string) => ({ code: errors.forbidden[0], msg })
const signedOut = (msg: string) => ({ code: errors.signedOut[0], msg })

describe('an API token', () => {
  test('does what its tags allow, and its calls are in the audit log', async () => {
    const { token } = await make()
    expect(token).toMatch(/^sk_[\w-]{43}$/)
    expect(await by(token, apiToken.self, {})).toMatchObject({ code: 0, data: { userName: 'admin', tags } })
    expect(await by(token, group.save, { groupName: '程序建的' })).toMatchObject({ code: 0 })
    const { records } = await app.ok(log.paging, { params: { path: group.save.path } }, admin)
    expect(records[0]).toMatchObject({ userName: 'admin', apiToken: '人事系统', ip: '10.1.2.3' })
    const listed = await app.ok(apiToken.paging, { params: { title: '人事' } }, admin)
    expect(listed.records[0]).toMatchObject({ hint: token.slice(0, 9), lastIp: '10.1.2.3', userName: 'admin' })
    expect(listed.records[0]?.lastUsed).not.toBeNull()
  })

  test('is stored as a hash only', async () => {
    const { id, token } = await make()
    const row = await app.db.selectFrom('sysApiToken').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    const logged = await app.db.selectFrom('sysLog').where('path', '=', apiToken.add.path).select(['input', 'after']).execute()
    expect(JSON.stringify(logged)).not.toContain(token)
  })

  test('has no other permission of its owner', async () => {
    const { token } = await make()
    expect(await by(token, group.delete, { ids: ['1'] })).toMatchObject(forbidden('无相关权限！'))
  })

  test('loses a permission with its owner, at once', async () => {
    const clerk = await enrolWith(app, { userName: 'clerk' }, [...tags, 'sys:token:add'], DataScope.all)
    const { token } = await make(clerk)
    expect((await by(token, group.paging, {})).code).toBe(0)
    await app.db
      .deleteFrom('sysRoleMenu')
      .where('menuId', 'in', (q) => q.selectFrom('sysMenu').where('permissionTag', '=', 'sys:group:list').select('id'))
      .where('roleId', 'in', (q) => q.selectFrom('sysUserRole').where('userId', '=', clerk.id).select('roleId'))
      .execute()
    expect(await by(token, group.detail, { id: '1' })).toMatchObject(forbidden('无相关权限！'))
    expect(await by(token, apiToken.self, {})).toMatchObject({ data: { tags: tags.slice(1) } })
  })

  test('gives nobody more than its own permissions', async () => {
    const { token } = await make(admin, { tags: ['sys:user:add', 'sys:user:update', 'sys:user:list'] })
    const grown = { userName: 'grown', realName: '某人', password: 'Aa-84920-x', roles: ['1'], deptCode: 'A01' }
    expect((await by(token, user.save, grown)).code).toBe(errors.badInput[0])
  })

  test('ends with its term, its owner’s account and its revocation', async () => {
    const owner = await enrolWith(app, { userName: 'owner' }, [...tags, 'sys:token:add'], DataScope.own)
    const { id, token } = await make(owner)
    await app.ok(user.state, { ids: [owner.id], state: UserState.disabled }, admin)
    expect(await by(token, group.paging, {})).toMatchObject(signedOut('接口令牌所有者的账号已停用'))
    await app.ok(user.state, { ids: [owner.id], state: UserState.active }, admin)
    expect((await by(token, group.paging, {})).code).toBe(0)
    app.clock.advance(86_401)
    expect(await by(token, group.paging, {})).toMatchObject(signedOut('接口令牌已过期'))
    await app.ok(apiToken.delete, { ids: [id] }, admin)
    expect(await by(token, group.paging, {})).toMatchObject(signedOut('接口令牌无效或已撤销'))
    expect(await by('sk_x', group.paging, {})).toMatchObject(signedOut('接口令牌无效或已撤销'))
  })

  test('works from its addresses only', async () => {
    const { token } = await make(admin, { addresses: '192.168.7.0/24\n2001:db8::/32, 10.9.9.9' })
    expect(await by(token, group.paging, {})).toMatchObject(forbidden('不能从这个地址使用该接口令牌'))
    for (const ip of ['192.168.7.8', '::ffff:192.168.7.8', '2001:db8::5', '10.9.9.9'])
      expect((await by(token, group.paging, {}, ip)).code).toBe(0)
  })

  test('waits for a second factor that a role of its owner requires', async () => {
    const guard = await enrolWith(app, { userName: 'guard' }, [...tags, 'sys:token:add'], DataScope.all)
    const { token } = await make(guard)
    await app.db.updateTable('sysRole').set({ needTotp: true }).where('roleName', '=', '角色guard').execute()
    expect((await by(token, group.paging, {})).code).toBe(errors.secondFactor[0])
  })

  test('opens no exam, no password, no second factor and no token', async () => {
    const all = (await app.ok(apiToken.tags, {}, admin)).map((one) => one.tag)
    const { token } = await make(admin, { tags: all })
    const closed = forbidden('接口令牌不能用于这个操作')
    const taking = { ...apiToken.self, path: '/api/paper/paper/create-paper' }
    expect(await by(token, taking, {})).toMatchObject(closed)
    expect(await by(token, user['update-pass'], { oldPassword: 'a', newPassword: 'b' } as never)).toMatchObject(closed)
    expect(await by(token, user['reset-pass'], { ids: ['1'], password: 'Aa-84920-x' })).toMatchObject(closed)
    expect(await by(token, user['totp-state'], {})).toMatchObject(closed)
    expect(await by(token, user['totp-reset'], { ids: ['1'] })).toMatchObject(closed)
    for (const one of [apiToken.paging, apiToken.tags, apiToken.add, apiToken.delete])
      expect(await by(token, one as typeof apiToken.tags, {})).toMatchObject(closed)
    const below = await enrolWith(app, { userName: 'below' }, ['sys:group:list'], DataScope.own)
    const { roleId } = await app.db.selectFrom('sysUserRole').where('userId', '=', below.id).select('roleId').executeTakeFirstOrThrow()
    const form = { id: below.id, userName: 'below', realName: '某人', password: 'Aa-84920-x', roles: [roleId], deptCode: 'A01' }
    expect(await by(token, user.save, form)).toMatchObject(closed)
  })
})

test('a token adds a user with phone and e-mail, and changes those of no stored one', async () => {
  const { token } = await make(admin, { tags: (await app.ok(apiToken.tags, {}, admin)).map((one) => one.tag) })
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, props: { ...site.props, hotelProfile: false } }, admin)
  const contact = { mobile: '13700001111', email: 'a@school.example' }
  const form = { userName: 'reachable', realName: '可联系', roles: [builtInRole.learner], deptCode: 'A01', ...contact }
  const added = await by(token, user.save, { ...form, password: 'Aa-84920-x' })
  expect(added).toMatchObject({ code: 0 })
  const { id } = added.data as { id: string }
  for (const change of [{ mobile: '13700002222' }, { mobile: '' }, { email: 'b@school.example' }])
    expect(await by(token, user.save, { ...form, id, ...change })).toMatchObject(forbidden('接口令牌不能修改已有用户的手机号或邮箱'))
  expect(await by(token, user.save, { ...form, id, realName: '改名' })).toMatchObject({ code: 0 })
  const stored = app.db.selectFrom('sysUser').where('id', '=', id).select(['realName', 'mobile', 'email'])
  expect(await stored.executeTakeFirst()).toEqual({ realName: '改名', ...contact })
})

test('an import with an API token adds users, and changes no password, phone or e-mail of a stored one', async () => {
  const { token } = await make(admin, { tags: (await app.ok(apiToken.tags, {}, admin)).map((one) => one.tag) })
  const columns = ['用户名', '姓名', '部门', '角色', '密码', '手机号', '邮箱'].map((header) => ({ header }))
  const send = async (userName: string, password: string, mobile: string, email: string) => {
    const rows = [[userName, '程序导入', '总部', '学员', password, mobile, email]]
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(await writeSheets([{ name: '用户', columns, rows }]))]), 'a.xlsx')
    form.append('existing', 'update')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' }
    const payload = Buffer.from(await request.arrayBuffer())
    return (await app.http.inject({ method: 'POST', url: user.import.path, headers, payload })).json<Envelope>()
  }
  const [mobile, email] = ['13700003333', 'c@school.example']
  expect(await send('imported', 'Violet@2026', mobile, email)).toMatchObject({ code: 0, data: { inserted: 1 } })
  expect(await send('imported', 'Violet@2026', mobile, email)).toMatchObject(forbidden('接口令牌不能用于这个操作'))
  const contact = forbidden('接口令牌不能修改已有用户的手机号或邮箱')
  expect(await send('imported', '', '13700004444', '')).toMatchObject(contact)
  expect(await send('imported', '', '', 'd@school.example')).toMatchObject(contact)
  expect(await send('imported', '', mobile, email)).toMatchObject({ code: 0, data: { updated: 1 } })
})

describe('a new API token', () => {
  test('has no permission that its maker lacks', async () => {
    const maker = await enrolWith(app, { userName: 'maker', roleType: RoleType.staff }, ['sys:token:add'], DataScope.own)
    const refused = await app.call(apiToken.add, { title: '越权', tags, expireTime: soon() }, maker)
    expect(refused.fields).toEqual([{ field: 'tags', msg: '您没有权限 sys:group:list，不能授予接口令牌' }])
  })

  test('needs addresses that are addresses, and an end within a year', async () => {
    const wrong = async (more: Partial<Body<typeof apiToken.add>>) =>
      (await app.call(apiToken.add, { title: '错', tags, expireTime: soon(), ...more }, admin)).fields.map((one) => one.field)
    expect(await wrong({ addresses: 'school.example' })).toEqual(['addresses'])
    expect(await wrong({ addresses: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join(',') })).toEqual(['addresses'])
    expect(await wrong({ expireTime: '2020-01-01 00:00:00' })).toEqual(['expireTime'])
    expect(await wrong({ expireTime: '2099-01-01 00:00:00' })).toEqual(['expireTime'])
    expect(await wrong({ tags: [] })).toEqual(['tags'])
  })

  test('is seen and revoked within the data scope', async () => {
    const { id } = await make()
    const keeper = await enrolWith(app, { userName: 'keeper' }, ['sys:token:list', 'sys:token:delete'], DataScope.own)
    expect((await app.ok(apiToken.paging, {}, keeper)).total).toBe(0)
    expect((await app.call(apiToken.delete, { ids: [id] }, keeper)).code).toBe(errors.notFound[0])
  })
})

test('addresses are read and compared', () => {
  expect(readAddresses(' 10.0.0.1，10.1.0.0/16\n')).toEqual(['10.0.0.1', '10.1.0.0/16'])
  expect(readAddresses('')).toEqual([])
  expect(readAddresses('10.0.0.0/33')).toBeUndefined()
  expect(isAddressWithin(['10.1.0.0/16'], '10.2.0.1')).toBe(false)
})
