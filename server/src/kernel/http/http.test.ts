import { exam } from '@shuyuan/contract/exam/exam.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { sharedApp } from '../../../test/people.ts'
import { startApp } from '../../../test/start-app.ts'
import { setUpExam } from '../../domains/paper/exam-setup.factory.ts'
import { failField } from '../fail.ts'
import { answerErrors } from './http.ts'

const app = await sharedApp()

const post = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

describe('every answer', () => {
  test('has the id of its request', async () => {
    const [one, two] = [await post(config.detail.path, {}), await post(config.detail.path, {})]
    expect(one.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(two.headers['x-request-id']).not.toBe(one.headers['x-request-id'])
  })
  test('of the API is never cached and its type is never sniffed', async () => {
    const { headers } = await post(config.detail.path, {})
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
  test('that is a page forbids third-party scripts and frames', async () => {
    const { headers } = await app.http.inject({ method: 'GET', url: '/healthz' })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  })

  test('that is a page leaves its window to no page of another site', async () => {
    for (const url of ['/', '/login', '/course'])
      expect((await app.http.inject({ method: 'GET', url })).headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })
})

test('WebAssembly runs in the worker that follows faces, and on no page', async () => {
  const policyOf = async (url: string) => String((await app.http.inject({ method: 'GET', url })).headers['content-security-policy'])
  expect(await policyOf('/assets/face-track.worker-Ab3_x-9.js')).toContain("script-src 'self' 'wasm-unsafe-eval'")
  for (const url of ['/', '/login', '/healthz', '/assets/pdf.worker-Ab3.js', '/face-track/human.esm.js'])
    expect(await policyOf(url)).not.toContain('wasm-unsafe-eval')
})

describe('refused before the handler', () => {
  test('a body that is not JSON', async () => {
    const reply = await post(config.detail.path, '{"id":')
    expect([reply.statusCode, reply.json<{ msg: string }>().msg]).toEqual([400, '缺少必要参数或参数类型不正确。'])
  })
  test('an unknown path', async () => {
    const reply = await post('/api/sys/nothing', {})
    expect([reply.statusCode, reply.json<{ msg: string }>().msg]).toEqual([404, '接口地址错误，请联系管理员。'])
  })
  test('a body that is too large', async () => {
    const reply = await post(config.detail.path, JSON.stringify({ id: 'x'.repeat(9_000_000) }))
    expect(reply.statusCode).toBe(413)
  })
  test('too many calls', async () => {
    const { max } = user.sms.rate!
    const replies = []
    for (let at = 0; at <= max; at++) replies.push((await post(user.sms.path, {})).statusCode)
    expect(replies.at(-1)).toBe(429)
    expect(replies.slice(0, max)).not.toContain(429)
  })
})

test('a wrong body is refused with its fields and changes nothing', async () => {
  const answer = await app.call(user.login, { userName: '', password: '' })
  expect(answer).toMatchObject({ status: 200, code: errors.badInput[0] })
  expect(answer.fields.map((one) => one.field)).toEqual(['userName', 'password'])
})

test('refused input leaves a line with call, address and fields, without values', async () => {
  const lines: string[] = []
  const http = fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } })
  answerErrors(http, app.app)
  http.post('/refused', () => failField('password', sayKernel('passwordEmpty')))
  await http.inject({ method: 'POST', url: '/refused?token=t0ken', payload: { password: 's3cret' } })
  const [line] = lines.filter((one) => one.includes('input refused'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ path: '/refused', ip: '127.0.0.1', fields: ['password'] })
  expect(line).not.toMatch(/s3cret|t0ken/)
})

test('refused input leaves sixty lines a minute at most, and then says how many were left out', async () => {
  const lines: string[] = []
  const http = fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } })
  let now = 0
  answerErrors(http, { ...app.app, clock: () => new Date(now) })
  http.post('/refused', () => failField('password', sayKernel('passwordEmpty')))
  const refuse = () => http.inject({ method: 'POST', url: '/refused', payload: {} })
  for (let at = 0; at < 70; at++) await refuse()
  const refused = () => lines.filter((one) => one.includes('input refused')).length
  expect(refused()).toBe(60)
  now = 60_000
  await refuse()
  expect(refused()).toBe(61)
  expect(JSON.parse(lines.find((one) => one.includes('left out')) ?? '{}')).toMatchObject({ lines: 10 })
})

test('health: the process runs and reports its background work', async () => {
  expect((await app.http.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
})

test('a database that does not answer makes a server not ready within seconds, and ready again afterwards', async () => {
  const slow = await startApp({ env: { DB_POOL: '2' } })
  const held = Promise.withResolvers<void>()
  try {
    // all connections are taken, as where the database was stopped
    const taken = [1, 2].map(() => {
      const begun = Promise.withResolvers<void>()
      const done = slow.db.connection().execute(async () => {
        begun.resolve()
        await held.promise
      })
      return { begun: begun.promise, done }
    })
    await Promise.all(taken.map((one) => one.begun))
    const began = performance.now()
    const replies = await Promise.all([slow.http.inject('/readyz'), slow.http.inject('/readyz')])
    expect(replies.map((one) => [one.statusCode, one.json()])).toEqual(replies.map(() => [503, { status: 'database slow' }]))
    expect(performance.now() - began).toBeLessThan(5_000)
    expect((await slow.http.inject('/healthz')).statusCode).toBe(200)
    held.resolve()
    await Promise.all(taken.map((one) => one.done))
    expect((await slow.http.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
  } finally {
    held.resolve()
    await slow.close()
  }
})

test('behind a proxy the address of the site is the host that the proxy hands on, not what a caller adds', async () => {
  const behind = await startApp({ env: { TRUST_PROXY: '1' } })
  try {
    const { examId } = await setUpExam(behind.ctx(), {}, { single: 1 })
    const { token } = await behind.as('admin')
    const reply = await behind.http.inject({
      method: 'POST',
      url: exam['prepare-notify'].path,
      headers: { token, host: 'school.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
      payload: { id: examId },
    })
    expect(reply.json()).toMatchObject({ data: { variables: { link: `https://school.example/web/exam/check/${examId}` } } })
  } finally {
    await behind.close()
  }
})

describe('a refusal carries a key and its parameters', () => {
  const input = { userName: '', password: 'x', captchaKey: 'k'.repeat(20), captchaValue: '' }
  type Refused = {
    code: number
    msg: string
    data: { key: string; params: object; fields?: { field: string; msg: string; key: string }[] }
  }
  const refused = async (path: string, body: object, language: string) =>
    (await post(path, body, { 'accept-language': language })).json<Refused>()

  test('in Chinese, with the text of the catalogue', async () => {
    expect(await refused(user.info.path, {}, 'zh-CN')).toEqual({
      code: errors.signedOut[0],
      msg: '登录已失效，请重新登录！',
      data: { key: 'signedOut', params: {} },
    })
  })

  test('in English, including the fields of a wrong body', async () => {
    const [chinese, inEnglish] = [await refused(user.login.path, input, 'zh'), await refused(user.login.path, input, 'en')]
    expect(chinese.data.fields).toContainEqual({ field: 'userName', msg: '请填写用户名', key: 'empty', params: { label: '用户名' } })
    expect(inEnglish.data.fields?.map(({ field, key }) => [field, key])).toEqual(chinese.data.fields?.map(({ field, key }) => [field, key]))
    for (const { msg } of [inEnglish, ...(inEnglish.data.fields ?? [])]) expect(msg).toMatch(/^[\u0020-\u007E]+$/)
  })
})
