// A third-party sign-in ends in the browser that started it.
import { wx } from '@shuyuan/contract/account/sign-in/wx.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { turn, useLocalThird } from '../../../../test/sign-in-steps.ts'
import { browserMark, markBrowser } from './browser-mark.service.ts'

const { app, admin } = await startWithEnv({ DEMO: 'true' })
await useLocalThird(app, admin.token, 'wechat')
await turn(app, admin.token, { wechatLogin: true })

describe('the browser', () => {
  const from = (cookie: string, endpoint: Endpoint, payload: object) =>
    app.http.inject({ method: 'POST', url: endpoint.path, headers: { cookie }, payload })
  const finish = async (cookie: string, { state }: { state: string }) =>
    (await from(cookie, user['third-login'], { loginType: 'wechat', code: `local-test-zhang`, state })).json<{ code: number }>().code
  const start = async (cookie = '') => {
    const reply = await from(cookie, wx['get-url'], { state: 'login' })
    const { url } = reply.json<{ data: { url: string } }>().data
    const given = String(reply.headers['set-cookie'])
    return { state: new URL(url, 'http://here').searchParams.get('state') ?? '', given, cookie: given.split(';', 1)[0] ?? '' }
  }

  test('gets a cookie that scripts cannot read, and keeps it for a second tab', async () => {
    const one = await start()
    expect(one.given).toMatch(/^third=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const two = await start(`device=x; ${one.cookie}`)
    expect(two.cookie).toBe(one.cookie)
    expect(await finish(one.cookie, one)).toBe(0)
    expect(await finish(two.cookie, two)).toBe(0)
    expect((await start('third=chosen-by-somebody')).cookie).not.toContain('chosen')
  })

  test('that did not start the sign-in is refused, and the one that did goes on', async () => {
    const [mine, stranger] = [await start(), await start()]
    for (const cookie of ['', 'third=', stranger.cookie]) expect(await finish(cookie, mine)).toBe(errors.thirdExpired[0])
    expect(await finish(mine.cookie, mine)).toBe(0)
  })
})

test('over HTTPS the cookie is secure and of this host only', () => {
  const headers: string[] = []
  const request = { ...app.ctx().request, origin: 'https://learn.example.com' }
  const mark = markBrowser({ request, answerHeader: (_, value) => void headers.push(value) }, 600_000)
  expect(headers).toEqual([`__Host-third=${mark}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`])
  const read = (cookie: string) => browserMark({ request: { ...request, header: () => cookie } })
  expect(read(`a=b; __Host-third=${mark}`)).toBe(mark)
  expect(read(`third=${mark}`)).toBeUndefined()
})
