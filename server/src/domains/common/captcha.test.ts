// Captchas over HTTP.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { sweepCaptchas, consumeCaptcha } from './captcha.service.ts'

const app = await sharedApp()

let number = 0
const fresh = async () => {
  const key = `captcha-key-${number++}`
  const reply = await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${key}` })
  const { value } = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', key).select('value').executeTakeFirstOrThrow()
  return { key, value, reply }
}
const check = (captchaKey: string, captchaValue: string) => app.ok(captcha.check, { captchaKey, captchaValue })
const use = (key: string, value: string) =>
  consumeCaptcha(app.ctx(), key, value).then(
    () => 'right',
    (error: { reason: string }) => error.reason,
  )

describe('the captcha picture', () => {
  test('is a PNG of 150 × 50 that is not cached', async () => {
    const { reply } = await fresh()
    expect(reply.headers['content-type']).toBe('image/png')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 150, height: 50 })
  })

  test('shows letters, not only their background', async () => {
    const { reply } = await fresh()
    const { data, info } = await sharp(reply.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true })
    const dark = data.filter((value) => value < 120).length / (info.width * info.height)
    expect(dark).toBeGreaterThan(0.03)
  })

  test('needs a key', async () => {
    const reply = await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=a` })
    expect(reply.json()).toMatchObject({ code: errors.badInput[0], msg: '验证码错误或已失效，请点击图片刷新验证码！' })
  })
})

describe('the captcha value', () => {
  test.each(['', 'a', 'not-a-uuid', 'x'.repeat(500)])('is wrong for the key %j, which no picture has', async (key) => {
    expect(await check(key, 'ABCD')).toBe(false)
  })

  test('may be checked and is still valid for one call', async () => {
    const { key, value } = await fresh()
    expect(await check(key, value.toLowerCase())).toBe(true)
    expect(await check(key, 'xxxx')).toBe(false)
    expect(await use(key, ` ${value} `)).toBe('right')
    expect(await use(key, value)).toBe('captchaWrong')
    expect(await check(key, value)).toBe(false)
  })

  test('is consumed by a wrong try', async () => {
    const { key, value } = await fresh()
    expect(await use(key, '0000')).toBe('captchaWrong')
    expect(await use(key, value)).toBe('captchaWrong')
  })

  test('is invalid after five checks', async () => {
    const { key, value } = await fresh()
    for (let tries = 0; tries < 5; tries++) expect(await check(key, '0000')).toBe(false)
    expect(await check(key, value)).toBe(false)
    expect(await use(key, value)).toBe('captchaWrong')
  })

  test('is valid for three minutes, and is then deleted', async () => {
    const { key, value } = await fresh()
    app.clock.advance(181)
    expect(await check(key, value)).toBe(false)
    await sweepCaptchas(app.app)
    expect(await app.db.selectFrom('commonCaptcha').selectAll().execute()).toEqual([])
    app.clock.advance(-181)
  })

  test('of an older picture is invalid when the picture is renewed', async () => {
    const { key, value } = await fresh()
    await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${key}` })
    const row = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', key).select('value').executeTakeFirstOrThrow()
    expect(await check(key, row.value)).toBe(true)
    expect(await check(key, value)).toBe(value === row.value)
  })
})
