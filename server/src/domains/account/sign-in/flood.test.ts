// Calls that anybody can make write a bounded number of rows for one address.
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { beforeAll, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { turn, useLocalThird } from '../../../../test/sign-in-steps.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'

const { app, admin } = await startWithEnv({ DEMO: 'true' })
beforeAll(async () => {
  await useLocalThird(app, admin.token, 'wechat')
  await turn(app, admin.token, { wechatLogin: true })
})

/** Calls as a visitor from this address. */
const from = async (remoteAddress: string, endpoint: Endpoint, payload: object) =>
  (await app.http.inject({ method: 'POST', url: endpoint.path, remoteAddress, payload })).json<{ code: number }>().code
const comeBack = (address: string) => from(address, user['third-login'], { loginType: 'wechat', code: 'x', state: 'made-up' })
const askUrl = (address: string) => from(address, wx['get-url'], { state: 'login' })
const logRows = async (ip: string) => (await app.db.selectFrom('sysLoginLog').where('ip', '=', ip).select('id').execute()).length

test('failed attempts of unknown callers are written at most 200 times in a quarter of an hour', async () => {
  for (let time = 0; time < 230; time++) expect(await comeBack('203.0.113.9')).toBe(errors.thirdExpired[0])
  expect(await logRows('203.0.113.9')).toBe(200)
  await comeBack('203.0.113.10')
  expect(await logRows('203.0.113.10'), 'another address has its own').toBe(1)
  app.clock.advance(15 * 60 + 1)
  await comeBack('203.0.113.9')
  expect(await logRows('203.0.113.9')).toBe(201)
  app.clock.advance(-15 * 60 - 1)
})

test('an address begins at most 1,000 third-party sign-ins while one of them lives', async () => {
  expect(await askUrl('203.0.113.11')).toBe(0)
  await app.db.updateTable('sysSignInFailure').set({ failures: 1_000 }).where('key', '=', 'third:203.0.113.11').execute()
  expect(await askUrl('203.0.113.11')).toBe(errors.tooOften[0])
  expect(await askUrl('203.0.113.12')).toBe(0)
})

test('the addresses of one IPv6 network share a limit', async () => {
  const codes = new Set<number>()
  for (let time = 0; time <= 240; time++) codes.add(await askUrl(`2001:db8:0:1::${time.toString(16)}`))
  expect(codes).toEqual(new Set([0, errors.tooOften[0]]))
})
