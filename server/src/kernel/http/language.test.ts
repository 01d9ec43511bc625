// The language of answers.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { prefersEnglish } from './language.ts'

const app = await sharedApp()

const msgOf = async (language: string | undefined, url: string, payload: object | string = {}) => {
  const headers = { 'content-type': 'application/json', ...(language === undefined ? {} : { 'accept-language': language }) }
  const reply = await app.http.inject({ method: 'POST', url, headers, payload })
  return { status: reply.statusCode, ...reply.json<{ code: number; msg: string }>() }
}

describe('a refusal', () => {
  const wrong = { userName: 'nobody-here', password: 'Wrong@2026' }
  test('is in English for clients that prefer it, in Chinese for all others', async () => {
    expect(await msgOf('en', user.info.path)).toMatchObject({
      status: 200,
      code: errors.signedOut[0],
      msg: 'Your session has expired, please sign in again!',
    })
    expect(await msgOf('en-GB,en;q=0.9,zh;q=0.8', user.login.path, wrong)).toMatchObject({
      code: errors.signInWrong[0],
      msg: 'Wrong user name or password',
    })
    for (const language of [undefined, 'zh-CN', 'zh-CN,zh;q=0.9,en;q=0.8', 'fr'])
      expect(await msgOf(language, user.info.path)).toMatchObject({ code: errors.signedOut[0], msg: '登录已失效，请重新登录！' })
  })

  test('with its own message is translated by its key', async () => {
    expect(await msgOf('en', captcha.gen.path, { key: 'short' })).toMatchObject({
      code: errors.badInput[0],
      msg: 'The captcha is wrong or has expired. Click the picture for a new one!',
    })
  })
})

describe('refused before the handler', () => {
  test.each([
    [
      'unknown path',
      '/api/no/such/call',
      {},
      404,
      'Unknown API address, please contact the administrator.',
      '接口地址错误，请联系管理员。',
    ],
    ['broken body', user.login.path, '{', 400, 'A required parameter is missing or has the wrong type.', '缺少必要参数或参数类型不正确。'],
  ])('%s', async (_name, url, payload, status, english, chinese) => {
    expect(await msgOf('en', url, payload)).toMatchObject({ status, msg: english })
    expect(await msgOf('zh-CN', url, payload)).toMatchObject({ status, msg: chinese })
  })
})

test.each([
  ['en', true],
  ['EN-us', true],
  ['zh-CN, en', false],
  ['zh;q=0.5, en;q=0.7', true],
  ['en;q=0, zh;q=0.1', false],
  ['en;q=nonsense', false],
  ['de, en;q=0.4', true],
  ['*', false],
  ['', false],
])('Accept-Language %j', (header, expected) => {
  expect(prefersEnglish({ 'accept-language': header })).toBe(expected)
})
