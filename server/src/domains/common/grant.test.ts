// Files in a cloud: sent by the server, sent by a browser with temporary credentials, and refusals of the cloud.
import { cos } from '@shuyuan/contract/common/cos.ts'
import { file } from '@shuyuan/contract/common/file.ts'
import { oss } from '@shuyuan/contract/common/oss.ts'
import { qiniu } from '@shuyuan/contract/common/qiniu.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { StorageAliyun, StorageQcloud } from '@shuyuan/contract/site/provider/prop-storage.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { account, openStorageStub } from '../../../test/storage-stub.ts'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { aliyunStorage } from '../../providers/storage-aliyun.ts'
import { qcloudStorage } from '../../providers/storage-qcloud.ts'
import { signCos } from '../../providers/sign-cos.ts'
import { signOss } from '../../providers/sign-oss.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const sender = await app.enrol({ userName: 'sender' })
const cloud = await openStorageStub()
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
afterEach(() => {
  cloud.trouble = 'none'
})
afterAll(() => cloud.close())

const arn = 'acs:ram::1234567890:role/school-upload'
const settings = (provider: string) => {
  const both = { bucket: account.bucket, url: `${cloud.url}/public/`, baseUrl: cloud.url }
  const keys = { accessKeyId: account.id, accessKeySecret: account.secret }
  if (provider === 'aliyun') return { ...both, ...keys, endpoint: 'oss-cn-hangzhou.aliyuncs.com', arn, stsUrl: cloud.url }
  if (provider === 'qcloud') return { ...both, region: 'ap-guangzhou', secretId: account.id, secretKey: account.secret, stsUrl: cloud.url }
  return { ...both, ...keys, region: 'z2' }
}
const use = (provider: string, data: object = settings(provider)) =>
  app.ok(configProp.change, { type: 'upload', provider, data: data as Record<string, unknown> }, admin)
const send = (bytes: Uint8Array, name: string, scene = 'image') => app.upload(file.upload, bytes, name, { scene }, sender.token)
const keyOf = (url: string) => url.slice(`${cloud.url}/public/`.length)

describe.each(['aliyun', 'qcloud', 'qiniu'])('%s, files that the server uploads', (provider) => {
  test('are stored there, under a public address', async () => {
    await use(provider)
    const { code, msg, data } = await send(png, '合影.png')
    expect([code, msg]).toEqual([0, ''])
    expect(data.url).toMatch(/\/public\/\d{6}\/[\da-f]{32}\.png$/)
    expect(cloud.objects.get(keyOf(data.url))).toMatchObject({ type: 'image/png' })
    expect(Buffer.from(await (await fetch(data.url)).arrayBuffer()).equals(png)).toBe(true)
    const row = await app.db.selectFrom('commonFile').where('id', '=', data.id).select(['provider', 'size']).executeTakeFirstOrThrow()
    expect(row).toEqual({ provider, size: String(png.length) })
  })

  test.each([
    ['refuse', errors.storageRefused[0]],
    ['break', errors.storageDown[0]],
  ] as const)('are refused when the cloud answers %s, and nothing is recorded', async (trouble, code) => {
    await use(provider)
    cloud.trouble = trouble
    const before = await app.db.selectFrom('commonFile').select('id').execute()
    expect((await send(png, 'a.png')).code).toBe(code)
    expect(await app.db.selectFrom('commonFile').select('id').execute()).toEqual(before)
  })

  test('are refused when the secret is wrong', async () => {
    const wrong = provider === 'qcloud' ? { secretKey: 'another' } : { accessKeySecret: 'another' }
    await use(provider, { ...settings(provider), ...wrong })
    expect((await send(png, 'a.png')).code).toBe(errors.storageRefused[0])
  })
})

const random = (digits: number) => 'abcdef0123456789'.repeat(4).slice(0, digits)
const put = (host: string, key: string, headers: Record<string, string>, body: Buffer) =>
  fetch(host + key, { method: 'PUT', headers, body: new Uint8Array(body) }).then((reply) => reply.status)

/** Uploads as a browser does: with the temporary credentials, under the granted prefix unless another key is given. */
const direct = {
  async aliyun(bytes: Buffer, name = 'a.png', key?: string) {
    const granted = await app.ok(oss.sts, { scene: 'image', name }, sender.token)
    const at = key ?? `${granted.prefix}${random(32)}.png`
    const request = { method: 'PUT', bucket: granted.bucket, key: at, region: granted.region, headers: { 'content-type': 'image/png' } }
    const status = await put(granted.host, at, signOss(granted, request, new Date(granted.serverTime * 1_000)), bytes)
    return { granted, key: at, status }
  },
  async qcloud(bytes: Buffer, name = 'a.png', key?: string) {
    const granted = await app.ok(cos.token, { scene: 'image', name }, sender.token)
    const at = key ?? `${granted.prefix}${random(32)}.png`
    const { host, pathname } = new URL(granted.host)
    const keys = { secretId: granted.tmpSecretId, secretKey: granted.tmpSecretKey }
    const headers = { 'content-type': 'image/png', 'x-cos-security-token': granted.sessionToken }
    const signed = { method: 'PUT', path: pathname + at, headers: { ...headers, host } }
    const authorization = signCos(keys, signed, [granted.serverTime, granted.serverTime + 600])
    return { granted, key: at, status: await put(granted.host, at, { ...headers, authorization }, bytes) }
  },
  async qiniu(bytes: Buffer, name = 'a.png', key?: string) {
    const granted = await app.ok(qiniu.token, { scene: 'image', name }, sender.token)
    const at = key ?? `${granted.prefix}${random(32)}.png`
    const form = new FormData()
    form.append('key', at)
    form.append('token', granted.token)
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
    const { status } = await fetch(granted.host, { method: 'POST', body: form })
    return { granted, key: at, status }
  },
}

describe.each(['aliyun', 'qcloud', 'qiniu'] as const)('%s, files that a browser uploads directly', (provider) => {
  const confirm = (key: string, token = sender.token) => app.call(file.confirm, { scene: 'image', key, name: '合影.png' }, token)

  test('are uploaded with credentials for one prefix, checked, and recorded', async () => {
    await use(provider)
    const { granted, key, status } = await direct[provider](png)
    expect(status).toBe(200)
    expect(granted.prefix).toMatch(new RegExp(`^image/\\d{6}/${sender.id}-[\\da-f]{16}/$`))
    expect(JSON.stringify(granted)).not.toContain(account.secret)
    const { data } = await confirm(key)
    expect(data).toMatchObject({ url: `${cloud.url}/public/${key}`, name: '合影.png', size: png.length, type: 'image/png' })
    expect((await confirm(key)).data.id).toBe(data.id)
    const row = await app.db.selectFrom('commonFile').where('id', '=', data.id).select(['ownerId', 'provider']).executeTakeFirstOrThrow()
    expect(row).toEqual({ ownerId: sender.id, provider })
  })

  test('cannot be uploaded under another prefix', async () => {
    await use(provider)
    const { status } = await direct[provider](png, 'a.png', `image/202601/1-0123456789abcdef/${random(32)}.png`)
    expect(status).toBe(403)
  })

  test('are removed when their content does not match the name', async () => {
    await use(provider)
    const { key } = await direct[provider](Buffer.from('<html><script>alert(1)</script></html>'))
    expect(cloud.objects.has(key)).toBe(true)
    expect(await confirm(key)).toMatchObject({ code: errors.fileKind[0] })
    expect(cloud.objects.has(key)).toBe(false)
  })

  test('are confirmed only by their user, and must exist', async () => {
    await use(provider)
    const { key } = await direct[provider](png)
    expect((await confirm(key, admin.token)).code).toBe(errors.notFound[0])
    cloud.objects.delete(key)
    const other = key.replace(/[\da-f]{32}/, '0'.repeat(32))
    expect((await confirm(other)).code).toBe(errors.notFound[0])
    expect((await confirm(`image/../${key}`)).code).toBe(errors.notFound[0])
  })

  test('get no credentials for a name that the scene does not allow, nor from another provider', async () => {
    await use(provider)
    const calls = { aliyun: oss.sts, qcloud: cos.token, qiniu: qiniu.token }
    expect((await app.call(calls[provider], { scene: 'image', name: 'a.svg' }, sender.token)).code).toBe(errors.fileKind[0])
    const others = Object.entries(calls).filter(([name]) => name !== provider)
    for (const [, endpoint] of others)
      expect((await app.call(endpoint, { scene: 'image', name: 'a.png' }, sender.token)).code).toBe(errors.storageOther[0])
  })
})

describe('temporary credentials', () => {
  test('are requested with a policy for one prefix, for 15 minutes', async () => {
    await use('aliyun')
    cloud.policies.length = 0
    const { granted } = await direct.aliyun(png)
    const Resource = [`acs:oss:*:*:${account.bucket}/${granted.prefix}*`]
    expect(cloud.policies).toEqual([
      { Version: '1', Statement: [{ Effect: 'Allow', Action: ['oss:PutObject'], Resource }], arn, seconds: '900' },
    ])
    await use('qcloud')
    cloud.policies.length = 0
    const { granted: other } = await direct.qcloud(png)
    const resource = [`qcs::cos:ap-guangzhou:uid/1250000000:${account.bucket}/${other.prefix}*`]
    expect(cloud.policies).toEqual([{ version: '2.0', statement: [{ effect: 'allow', action: ['name/cos:PutObject'], resource }] }])
  })

  test.each([
    ['aliyun', oss.sts, 'NoPermission'],
    ['qcloud', cos.token, 'UnauthorizedOperation'],
  ] as const)(
    '%s: a refusal contains the provider’s message; invalid or missing answers count as down',
    async (provider, endpoint, word) => {
      await use(provider)
      const ask = () => app.call(endpoint, { scene: 'image', name: 'a.png' }, sender.token)
      cloud.trouble = 'refuse'
      expect(await ask()).toMatchObject({ code: errors.storageRefused[0], msg: expect.stringContaining(word) })
      cloud.trouble = 'garbage'
      expect((await ask()).code).toBe(errors.storageDown[0])
      cloud.trouble = 'break'
      expect((await ask()).code).toBe(errors.storageDown[0])
    },
  )

  test('a provider that never answers times out', async () => {
    cloud.trouble = 'hang'
    const around = { clock: () => new Date(), outgoing: app.app.outgoing, requestMs: 150, transferMs: 150 }
    const storageProviders = [
      aliyunStorage(StorageAliyun.parse(settings('aliyun')), around),
      qcloudStorage(StorageQcloud.parse(settings('qcloud')), around),
    ]
    for (const storageProvider of storageProviders) {
      await expect(storageProvider.grant('image/', 1)).rejects.toMatchObject({ reason: 'storageDown' })
      await expect(storageProvider.look('image/a.png', 16)).rejects.toMatchObject({ reason: 'storageDown' })
    }
  })
})

describe('a change of storage', () => {
  const policy = async () => String((await app.http.inject({ url: '/' })).headers['content-security-policy'])

  test('is known to pages immediately, and files of the previous cloud are still shown', async () => {
    await use('aliyun', { ...settings('aliyun'), url: 'https://files.example.com/school/', baseUrl: '' })
    await expect.poll(policy).toMatch(/img-src 'self' data: blob:[^;]* https:\/\/files\.example\.com/)
    expect(await policy()).toMatch(/connect-src [^;]*https:\/\/school-1250000000\.oss-cn-hangzhou\.aliyuncs\.com/)
    expect(await policy()).toMatch(/script-src 'self';/)
    await use('qcloud', { ...settings('qcloud'), url: 'https://cos.example.com/', baseUrl: '' })
    await expect.poll(policy).toMatch(/media-src [^;]*https:\/\/cos\.example\.com/)
    expect(await policy()).toContain('https://files.example.com')
    expect(await policy()).toContain('https://school-1250000000.cos.ap-guangzhou.myqcloud.com')
    // its private files are still opened there
    expect(await policy()).toContain('https://school-1250000000.oss-cn-hangzhou.aliyuncs.com')
  })

  test('is shown in the site settings, with the storage names only for callers with the tag', async () => {
    await use('aliyun')
    const seen = await app.ok(config.detail, {})
    expect(seen.uploadType).toBe('aliyun')
    expect(seen).not.toHaveProperty('ossUpload')
    expect((await app.ok(config.detail, {}, admin)).ossUpload).toEqual({
      url: `${cloud.url}/public/`,
      bucket: account.bucket,
      endpoint: 'oss-cn-hangzhou.aliyuncs.com',
    })
  })

  test('to another folder of this server: new files are stored and served there, earlier ones stay', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
    await use('local', { localDir: `${folder}/`, url: 'http://localhost/files/' })
    const { data } = await send(png, 'a.png')
    const path = new URL(data.url).pathname
    expect((await readFile(join(folder, path.replace('/files/', '')))).equals(png)).toBe(true)
    const served = await app.http.inject({ url: path })
    expect(served.rawPayload.equals(png)).toBe(true)
    expect(served.headers['content-security-policy']).toContain('sandbox')
    await rm(folder, { recursive: true })
  })
})
