// Merchant accounts: stored completely, secrets never returned, enabled only when complete.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { knownData, listProps } from '../../site/provider/prop-store.service.ts'
import { startWith } from '../../../../test/people.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const secretPem = (privateKey.export({ format: 'pem', type: 'pkcs8' }) as string).trim()
const publicPem = (publicKey.export({ format: 'pem', type: 'spki' }) as string).trim()
const bare = (text: string) => text.replaceAll(/-----.*-----|\s/g, '')
const wechat = {
  mchId: '1900000001',
  appId: 'wx0123456789abcdef',
  serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  privateKey: secretPem,
  apiV3Key: 'abcdefghijklmnopqrstuvwxyz012345',
  platformSerial: 'PUB_KEY_ID_0119000000012024',
  platformKey: publicPem,
}
const alipay = { appId: '2021000000000000', privateKey: bare(secretPem), alipayPublicKey: bare(publicPem), gateway: '' }
const paypal = { clientId: 'client', clientSecret: 'paypal-secret', webhookId: 'WH-1', sandbox: true }

const { app, learner, admin } = await startWith('learner')
beforeEach(() => app.db.deleteFrom('sysProp').execute())

const save = (name: 'wechat' | 'alipay' | 'paypal' | 'points', enabled: boolean, data?: object) =>
  app.call(payConfig.save, { name, enabled, ...(data === undefined ? {} : { data: data as Record<string, unknown> }) }, admin)
const rowOf = async (name: string) => knownData(app.app, 'pay', name, await listProps(app.ctx(), 'pay'))

test('a new site has no payment methods, and every user may read that', async () => {
  const nothing = ['wechat', 'alipay', 'paypal', 'points'].map((name) => ({ name, enabled: false }))
  expect(await app.ok(payConfig.list, {}, learner)).toEqual(nothing)
  expect((await app.call(payConfig.detail, {}, learner)).code).toBe(errors.forbidden[0])
})

describe.each([
  ['wechat', wechat, ['privateKey', 'apiV3Key']],
  ['alipay', alipay, ['privateKey']],
  ['paypal', paypal, ['clientSecret']],
] as const)('%s', (name, data, secrets) => {
  test('is stored completely and returned without its secrets', async () => {
    const { code, data: answer } = await save(name, true, data)
    expect(code).toBe(0)
    const shown = (await app.ok(payConfig.detail, {}, admin)).find((one) => one.name === name)
    expect(shown).toEqual(answer)
    for (const secret of secrets) expect(shown?.data[secret]).toBe('******')
    expect(await rowOf(name)).toMatchObject(data)
    const sealed = JSON.stringify(await app.db.selectFrom('sysProp').select('data').execute())
    for (const secret of secrets) expect(sealed).not.toContain((data as Record<string, string>)[secret]!.slice(-24))
    expect(await app.ok(payConfig.list, {}, learner)).toContainEqual({ name, enabled: true })
    const auditRows = JSON.stringify(await app.db.selectFrom('sysLog').select(['input', 'before', 'after']).execute())
    for (const secret of secrets) expect(auditRows).not.toContain((data as Record<string, string>)[secret]!.slice(-24))
  })

  test('leaves a secret that is sent masked or empty, and stores a new one', async () => {
    await save(name, true, data)
    const [secret] = secrets
    await save(name, true, { ...data, [secret]: '******' })
    await save(name, true, { ...data, [secret]: '' })
    expect((await rowOf(name))[secret]).toBe((data as Record<string, string>)[secret])
  })

  test('is not enabled while something is missing', async () => {
    const answer = await save(name, true)
    expect(answer).toMatchObject({ code: errors.badInput[0] })
    expect(answer.fields.map((one) => one.field)).toContain(`data.${Object.keys(data)[0]}`)
    expect((await app.ok(payConfig.list, {}, learner)).every((one) => !one.enabled)).toBe(true)
  })

  test('is disabled without losing its settings', async () => {
    await save(name, true, data)
    expect((await save(name, false)).data).toMatchObject({ enabled: false, stored: true })
    expect((await save(name, true)).code).toBe(0)
  })
})

test.each([
  ['privateKey', 'not a key'],
  ['privateKey', secretPem.slice(0, 400)],
  ['platformKey', 'not a key'],
  ['apiV3Key', 'short'],
  ['mchId', ''],
  ['baseUrl', 'ftp://example.com'],
])('wechat with %s = %j is refused at that field, and nothing changes', async (field, value) => {
  await save('wechat', true, wechat)
  const answer = await save('wechat', true, { ...wechat, [field]: value })
  expect(answer.fields.map((one) => one.field)).toEqual([`data.${field}`])
  expect(await rowOf('wechat')).toMatchObject(wechat)
})

test('a key without line breaks, as a password field sends it, is accepted', async () => {
  expect((await save('wechat', true, { ...wechat, privateKey: secretPem.replaceAll('\n', '') })).code).toBe(0)
})

test('points need no account', async () => {
  expect((await save('points', true)).code).toBe(0)
  expect(await app.ok(payConfig.list, {}, learner)).toContainEqual({ name: 'points', enabled: true })
})
