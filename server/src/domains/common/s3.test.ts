// Files in a bucket with the calls of S3: sent by the server and by browsers, opened through the site, tested before they are sent.
import { file } from '@shuyuan/contract/common/file.ts'
import { s3 } from '@shuyuan/contract/common/s3.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { account, openStorageStub } from '../../../test/storage-stub.ts'

const { app, admin, teacher, ann } = await startWithEnv(STUB_ENV, 'teacher', 'ann')
const cloud = await openStorageStub()
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const settings = {
  endpoint: cloud.url,
  bucket: account.bucket,
  accessKeyId: account.id,
  accessKeySecret: account.secret,
}
const use = (more: Record<string, unknown> = {}) =>
  app.ok(configProp.change, { type: 'upload', provider: 's3', data: { ...settings, ...more } }, admin)
beforeEach(() => use())
afterEach(() => {
  cloud.trouble = 'none'
  Object.assign(cloud.s3, {
    region: 'us-east-1',
    mostSkewMs: Number.POSITIVE_INFINITY,
    isOpen: false,
    allowsCross: true,
    refusal: undefined,
  })
  app.clock.set(new Date())
})
afterAll(() => cloud.close())

const send = (bytes: Uint8Array, name: string, who = ann, scene = 'image') => app.upload(file.upload, bytes, name, { scene }, who.token)
const open = (url: string) => app.http.inject({ url })
const fetched = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer())

describe('a bucket that is closed', () => {
  test('keeps what the server stores; the site leads to a signed address that ends', async () => {
    const { data } = await send(png, '合影.png')
    expect(data.url).toMatch(/^\/files\/bucket\/\d{6}\/[\da-f]{32}\.png$/)
    const opened = await open(data.url)
    expect(opened.statusCode).toBe(302)
    const address = String(opened.headers.location)
    expect((await fetched(address)).equals(png)).toBe(true)
    expect((await fetch(address.split('?')[0]!)).status).toBe(403)
    expect((await fetch(address.replace(/Expires=\d+/, 'Expires=99999'))).status).toBe(403)
    expect((await open(data.url.replace(/[\da-f]{32}/, '0'.repeat(32)))).statusCode).toBe(404)
    expect((await app.app.storage.read(data.url, 10_000))?.equals(png)).toBe(true)
  })

  test('a private file has no address without the signature of the site', async () => {
    const { data } = await send(Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', teacher, 'course')
    expect(data.url).toMatch(/^\/files\/\d{6}\/[\da-f]{32}\.pdf\?/)
    expect((await open(data.url)).statusCode).toBe(302)
    const key = data.url.slice('/files/'.length).split('?')[0]!
    expect((await open(`/files/${key}`)).statusCode).toBe(404)
    expect((await open(`/files/bucket/${key}`)).statusCode).toBe(404)
    expect(await app.app.storage.read(`/files/bucket/${key}`, 10_000)).toBeUndefined()
  })

  test('its files open after another storage was chosen, and can be removed', async () => {
    const { data } = await send(png, 'a.png')
    const other = { localDir: '/srv/uploads/', url: 'http://localhost/files/' }
    await app.ok(configProp.change, { type: 'upload', provider: 'local', data: other }, admin)
    const { headers } = await open(data.url)
    expect((await fetched(String(headers.location))).equals(png)).toBe(true)
    await app.app.storage.remove(data.url)
    expect(cloud.objects.has(data.url.slice('/files/bucket/'.length))).toBe(false)
  })

  test.each([
    ['refuse', errors.storageRefused[0]],
    ['break', errors.storageDown[0]],
  ] as const)('nothing is recorded where it answers %s', async (trouble, code) => {
    cloud.trouble = trouble
    expect((await send(png, 'a.png')).code).toBe(code)
  })

  test('browsers reach it by an address of their own', async () => {
    await use({ browserUrl: cloud.url.replace('127.0.0.1', 'localhost'), style: 'path' })
    const { data } = await send(png, 'a.png')
    expect(String((await open(data.url)).headers.location)).toMatch(/^http:\/\/localhost:/)
    const policy = String((await open('/')).headers['content-security-policy'])
    expect(policy).toMatch(/connect-src [^;]*http:\/\/localhost:/)
  })
})

test('with a public address files have it', async () => {
  await use({ url: `${cloud.url}/public/` })
  const { data } = await send(png, 'a.png')
  expect(data.url.startsWith(`${cloud.url}/public/`)).toBe(true)
  expect((await fetched(data.url)).equals(png)).toBe(true)
})

describe('an address that takes one file of a browser', () => {
  const sign = (name = 'a.png', size = png.length, who = ann) => app.call(s3.sign, { scene: 'image', name, size }, who)
  const put = (url: string, headers: Record<string, string>, bytes: Buffer) =>
    fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) }).then((reply) => reply.status)
  const confirm = (key: string, who = ann) => app.call(file.confirm, { scene: 'image', key, name: '合影.png' }, who)

  test('is checked and recorded afterwards, for its user only', async () => {
    const { key, url, headers } = (await sign()).data
    expect(url).not.toContain(account.secret)
    expect(await put(url, headers, png)).toBe(200)
    expect((await confirm(key, teacher)).code).toBe(errors.notFound[0])
    const { data } = await confirm(key)
    expect(data).toMatchObject({ url: `/files/bucket/${key}`, size: png.length, type: 'image/png' })
    expect((await confirm(key)).data.id).toBe(data.id)
    expect((await fetched(String((await open(data.url)).headers.location))).equals(png)).toBe(true)
  })

  test('takes only this key, size and type, and ends after 15 minutes', async () => {
    const { url, headers } = (await sign()).data
    expect(await put(url, headers, Buffer.concat([png, png]))).toBe(403)
    expect(await put(url, { 'content-type': 'text/html' }, png)).toBe(403)
    expect(await put(url.replace(/[\da-f]{32}\.png/, `${'0'.repeat(32)}.png`), headers, png)).toBe(403)
    app.clock.advance(-1_000)
    const late = (await sign()).data
    expect(await put(late.url, late.headers, png)).toBe(403)
  })

  test('is removed when the content does not match the name', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const { key, url, headers } = (await sign('a.png', page.length)).data
    expect(await put(url, headers, page)).toBe(200)
    expect((await confirm(key)).code).toBe(errors.fileKind[0])
    expect(cloud.objects.has(key)).toBe(false)
  })

  test('is refused for a kind and a size that the scene does not allow, and while another storage is in use', async () => {
    expect((await sign('a.svg')).code).toBe(errors.fileKind[0])
    expect((await sign('a.png', 1_900_000_000)).code).toBe(errors.fileTooLarge[0])
    expect((await sign('a.png', 0)).code).toBe(errors.badInput[0])
    expect((await app.call(s3.sign, { scene: 'course', name: 'a.mp4', size: 9 }, ann)).code).toBe(errors.forbidden[0])
    await app.ok(
      configProp.change,
      { type: 'upload', provider: 'local', data: { localDir: '/srv/uploads/', url: 'http://localhost/files/' } },
      admin,
    )
    expect((await sign()).code).toBe(errors.storageOther[0])
  })
})

describe('the test of the settings', () => {
  const origin = 'http://school.example'
  const tried = (more: Record<string, unknown> = {}) =>
    app.call(configProp['upload-test'], { data: { ...settings, ...more }, origin }, admin)
  const wrong = async (more: Record<string, unknown> = {}) =>
    Object.fromEntries((await tried(more)).data.filter((one) => one.state !== 'good').map((one) => [one.step, one.message]))

  test('writes, reads, sends as a browser, cleans up, and is fine', async () => {
    cloud.objects.clear()
    const { data } = await tried()
    expect(data.map(({ step, state }) => `${step} ${state}`)).toEqual(
      ['write', 'read', 'direct', 'pieces', 'cross', 'access', 'remove'].map((step) => `${step} good`),
    )
    expect([cloud.objects.size, cloud.parts.open.size]).toEqual([0, 0])
  })

  test('uses the stored secret for a masked one, unless the address changed; only for callers with the tag', async () => {
    expect((await tried({ accessKeySecret: '******' })).data[0]).toMatchObject({ step: 'write', state: 'good' })
    const moved = await tried({ accessKeySecret: '******', endpoint: 'https://other.example' })
    expect(moved).toMatchObject({ code: errors.badInput[0], msg: expect.stringContaining('AccessKeySecret') })
    expect((await tried({ bucket: '' })).code).toBe(errors.badInput[0])
    const inside = await tried({ endpoint: 'http://127.0.0.9:9', accessKeySecret: 'new' })
    expect(inside).toMatchObject({ code: errors.badInput[0], msg: expect.stringContaining('OUTGOING_ALLOW') })
    expect((await app.call(configProp['upload-test'], { data: settings, origin }, teacher)).code).toBe(errors.forbidden[0])
  })

  test.each([
    ['key', { accessKeyId: 'another' }, 'AccessKeyId 不存在或已停用'],
    ['secret', { accessKeySecret: 'another' }, '签名不正确，请检查 AccessKeySecret'],
    ['bucket', { bucket: 'another' }, '存储空间 another 不存在'],
    ['region', { region: 'cn-north-1' }, '区域不正确，请填写 us-east-1'],
  ])('a wrong %s is named', async (_name, more, message) => {
    expect(await wrong(more)).toEqual({ write: expect.stringContaining(message) })
  })

  test('a wrong clock, a service that is gone, breaks off or is busy, and a missing permission are named', async () => {
    cloud.s3.mostSkewMs = 900_000
    app.clock.advance(3_600)
    expect(await wrong()).toEqual({ write: '本服务器与存储服务的时间相差 60 分钟，请校准时间' })
    app.clock.set(new Date())
    cloud.trouble = 'break'
    expect((await wrong())['write']).toContain('的连接中断')
    cloud.trouble = 'garbage'
    expect((await wrong())['read']).toContain('可能不是 S3 接口')
    cloud.trouble = 'none'
    cloud.s3.refuse('PUT', 503, 'SlowDown')
    expect(await wrong()).toEqual({ write: '存储服务繁忙（SlowDown），请稍后再试' })
    cloud.s3.refuse('DELETE', 403, 'AccessDenied')
    expect(await wrong()).toEqual({ pieces: expect.stringContaining('没有权限'), remove: expect.stringContaining('没有权限') })
    cloud.s3.refusal = undefined
    const gone = await openStorageStub()
    const { url } = gone
    await gone.close()
    expect((await wrong({ endpoint: url }))['write']).toContain('拒绝连接')
    expect((await wrong({ endpoint: cloud.url.replace('http:', 'https:') }))['write']).toMatch(/没有使用 https|连接中断/)
  })

  test('a bucket that everybody can read and missing cross-origin rules are remarks', async () => {
    Object.assign(cloud.s3, { isOpen: true, allowsCross: false })
    const { data } = await tried()
    expect(data.filter((one) => one.state === 'bad')).toEqual([])
    expect(await wrong()).toEqual({
      cross: expect.stringContaining(`允许 ${origin} 的 PUT`),
      access: expect.stringContaining('对所有人可读'),
    })
  })

  test('a public address is opened, and one that does not open is named', async () => {
    expect(await wrong({ url: `${cloud.url}/public/` })).toEqual({ access: expect.stringContaining('只靠随机的文件名') })
    expect(await wrong({ url: `${cloud.url}/elsewhere/` })).toEqual({ access: expect.stringContaining('请检查访问地址') })
  })
})
