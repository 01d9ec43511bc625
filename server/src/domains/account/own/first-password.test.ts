// Accounts whose password was given out in a list: every way of sign-in leads to a new password first.
import { user } from '@shuyuan/contract/account/user.ts'
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { expect, test } from 'vitest'
import { code } from '../../../../test/refusal.ts'
import { startWith } from '../../../../test/people.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'

const { app, admin } = await startWith()
await makeDepart(app.db, 'A01', '北区')
const GIVEN = 'Violet@2026'
const OWN = 'Primrose#2027'
const header = ['用户名', '姓名', '部门', '角色', '手机号', '密码']
const sheet = (rows: string[][]) => writeSheets([{ name: '用户', columns: header.map((one) => ({ header: one })), rows }])
const bring = async (rows: string[][], fields: Record<string, string> = { mustChange: 'true' }) =>
  app.upload(user.import, await sheet(rows), '用户.xlsx', fields, admin.token)
const mustChange = async (userName: string) =>
  (await app.db.selectFrom('sysUser').where('userName', '=', userName).select('mustChangePass').executeTakeFirstOrThrow()).mustChangePass
const signIn = async (userName: string, password: string) => (await app.ok(user.login, { userName, password })).token
const refusal = { code: code('mustChangePass') }

test('an imported user opens nothing but the choice of a password and the sign-out', async () => {
  expect((await bring([['fresh', '新人', '北区', '学员', '', GIVEN]])).data.inserted).toBe(1)
  const token = await signIn('fresh', GIVEN)
  for (const call of [user.info, user.currentUser, socket.ticket]) expect(await app.call(call, {}, token), call.path).toMatchObject(refusal)
  expect((await app.call(user['first-pass'], { password: 'short' }, token)).fields[0]?.field).toBe('password')
  expect(await app.call(user['first-pass'], { password: GIVEN }, token)).toMatchObject({ fields: [{ msg: '新密码不能与旧密码一致！' }] })
  const other = await signIn('fresh', GIVEN)
  expect(await app.ok(user.logout, {}, other)).toBe(true)
  const open = await signIn('fresh', GIVEN)
  expect(await app.ok(user['first-pass'], { password: OWN }, token)).toBe(true)
  expect(await app.ok(user.info, {}, token)).toMatchObject({ userName: 'fresh' })
  // the sessions that knew the old password are over
  expect((await app.call(user.info, {}, open)).code).toBe(code('signedOut'))
  expect((await app.call(user['first-pass'], { password: 'Another#2027' }, token)).code).toBe(code('conflict'))
  expect((await app.call(user.login, { userName: 'fresh', password: GIVEN })).code).toBe(code('signInWrong'))
  expect(await app.ok(user.info, {}, await signIn('fresh', OWN))).toMatchObject({ userName: 'fresh' })
})

test('two tabs: one of them chooses', async () => {
  await bring([['tabs', '两页', '北区', '学员', '', GIVEN]])
  const token = await signIn('tabs', GIVEN)
  const answers = await Promise.all(['Primrose#2027', 'Primrose#2028'].map((password) => app.call(user['first-pass'], { password }, token)))
  expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, code('conflict')])
})

test('who signs in another way chooses a password as well, without the old one', async () => {
  await bring([['phone', '手机', '北区', '学员', '13900000001', GIVEN]])
  // a session that no password opened, as by SMS, face, OpenID Connect or a directory
  const { token } = await app.as('phone')
  expect(await app.call(user.info, {}, token)).toMatchObject(refusal)
  expect(await app.ok(user['first-pass'], { password: OWN }, token)).toBe(true)
  expect(await app.ok(user.info, {}, token)).toMatchObject({ userName: 'phone' })
})

test('the change with the old password counts, too', async () => {
  await bring([['usual', '照常', '北区', '学员', '', GIVEN]])
  const token = await signIn('usual', GIVEN)
  expect(await app.ok(user['update-pass'], { oldPassword: GIVEN, password: OWN }, token)).toBe(true)
  expect(await mustChange('usual')).toBe(false)
})

test('an API token of such an account is refused', async () => {
  const owner = await app.enrol({ userName: 'owner', roleType: RoleType.staff, roles: ['系统管理员'] })
  const expireTime = toWallClock(new Date(app.clock.now().getTime() + 86_400_000))
  const { token } = await app.ok(apiToken.add, { title: '同步', tags: ['sys:group:list'], addresses: '', expireTime }, owner)
  const by = () => app.http.inject({ method: 'POST', url: group.paging.path, headers: { authorization: `Bearer ${token}` }, payload: {} })
  expect((await by()).json()).toMatchObject({ code: 0 })
  await app.db.updateTable('sysUser').set({ mustChangePass: true }).where('id', '=', owner.id).execute()
  expect((await by()).json()).toMatchObject(refusal)
})

test('without the setting, and for rows without a password, nothing is asked', async () => {
  await bring([['plain', '普通', '北区', '学员', '', GIVEN]], {})
  expect(await mustChange('plain')).toBe(false)
  await bring([['plain', '改名', '北区', '学员', '', '']])
  expect(await mustChange('plain')).toBe(false)
  await bring([['plain', '改名', '北区', '学员', '', 'Violet@2027']])
  expect(await mustChange('plain')).toBe(true)
  // a later password by an administrator does not undo it
  await bring([['plain', '改名', '北区', '学员', '', 'Violet@2028']], {})
  expect(await mustChange('plain')).toBe(true)
})

test('a reset by an administrator asks for another password where it says so, and never takes the question back', async () => {
  await bring([['lost', '忘了', '北区', '学员', '', GIVEN]], {})
  const { id } = await app.db.selectFrom('sysUser').where('userName', '=', 'lost').select('id').executeTakeFirstOrThrow()
  await app.ok(user['reset-pass'], { ids: [id], password: 'Violet@2029' }, admin.token)
  expect(await app.ok(user.info, {}, await signIn('lost', 'Violet@2029'))).toMatchObject({ userName: 'lost' })
  await app.ok(user['reset-pass'], { ids: [id], password: 'Violet@2030', mustChange: true }, admin.token)
  const token = await signIn('lost', 'Violet@2030')
  expect(await app.call(user.info, {}, token)).toMatchObject(refusal)
  await app.ok(user['reset-pass'], { ids: [id], password: 'Violet@2031' }, admin.token)
  expect(await mustChange('lost')).toBe(true)
  expect(await app.ok(user['first-pass'], { password: OWN }, await signIn('lost', 'Violet@2031'))).toBe(true)
  expect(await mustChange('lost')).toBe(false)
})

test('accounts of the demonstration and those made by hand are not asked', async () => {
  expect(await mustChange('admin')).toBe(false)
})
