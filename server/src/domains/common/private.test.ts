// Private uploads: signed addresses, uploads of earlier versions, and files at a storage provider.
import { file } from '@shuyuan/contract/common/file.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { account, openStorageStub } from '../../../test/storage-stub.ts'
import { isSigned, plainAddress, signAddress } from '../../kernel/files/signed-file.ts'
import { privateCourseFiles } from '../course/file/private-files.service.ts'
import { privatePhotos } from '../account/realname/private-photos.service.ts'
import { protectUploads } from './protect.service.ts'

const { app, admin, learner } = await startWithEnv(STUB_ENV, 'learner')
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'x')])
const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers })
const send = (scene: string, who = admin) => app.upload(file.upload, pdf, '讲义.pdf', { scene }, who.token)
const rowOf = (url: string) =>
  app.db.selectFrom('commonFile').where('url', '=', plainAddress(url)).select(['id', 'url', 'isPrivate', 'provider']).executeTakeFirst()
const save = (fileUrl: string, title = '讲义') => app.ok(courseFile.save, { title, catId: '', fileUrl, duration: 0 }, admin)
const inPublic = (url: string) => existsSync(join(app.app.storage.root, plainAddress(url).replace('/files/', '')))

describe('a course file', () => {
  test('is opened by a signed address only, in parts too', async () => {
    const { data } = await send('course')
    expect(data.url).toMatch(/^\/files\/\d{6}\/[\da-f]{32}\.pdf\?e=\d+&u=\d+&s=[\w-]{43}$/)
    const whole = await get(data.url)
    expect([whole.statusCode, whole.rawPayload.equals(pdf), whole.headers['cache-control']]).toEqual([200, true, 'private, max-age=3600'])
    // a text of a learner that names the address, typeset into a PDF
    expect(await app.app.storage.read(plainAddress(data.url), 10_000)).toBeUndefined()
    const part = await get(data.url, { range: 'bytes=9-18' })
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([206, `bytes 9-18/${pdf.length}`, 'x'.repeat(10)])
    expect((await get(plainAddress(data.url))).statusCode).toBe(404)
    expect((await get(data.url.replace(/e=\d/, 'e=9'))).statusCode).toBe(404)
    const { data: other } = await send('course')
    expect((await get(plainAddress(other.url) + data.url.slice(data.url.indexOf('?')))).statusCode).toBe(404)
    app.clock.advance(2 * 3_600 + 1)
    expect((await get(data.url)).statusCode).toBe(404)
    app.clock.advance(-2 * 3_600 - 1)
  })

  test('keeps its stored address when a form sends the signed one back', async () => {
    const { data } = await send('course')
    const { id } = await save(data.url)
    const detail = await app.ok(courseFile.detail, { id }, admin)
    expect((await get(detail.viewUrl)).rawPayload.equals(pdf)).toBe(true)
    await app.ok(courseFile.save, { id, title: '讲义二', catId: '', fileUrl: detail.fileUrl, duration: 0 }, admin)
    const stored = await app.db.selectFrom('courseFile').where('id', '=', id).select(['fileUrl', 'viewUrl']).executeTakeFirstOrThrow()
    expect(stored).toEqual({ fileUrl: plainAddress(data.url), viewUrl: plainAddress(data.url) })
  })

  test('may not be the private file of another scene of another user', async () => {
    const photo = {
      url: `/files/202611/${'a'.repeat(32)}.jpg`,
      name: 'a.jpg',
      size: 3,
      type: 'image/jpeg',
      scene: 'identity',
      provider: 'local',
    }
    await app.db
      .insertInto('commonFile')
      .values({ ...photo, isPrivate: true, ownerId: learner.id })
      .execute()
    const answer = await app.call(courseFile.save, { title: '照片', catId: '', fileUrl: photo.url, duration: 0 }, admin)
    expect(answer.fields.map((one) => one.field)).toEqual(['fileUrl'])
  })
})

test('invoices are sent by those who make them out', async () => {
  expect((await send('invoice', learner)).code).toBe(errors.forbidden[0])
  expect((await send('invoice')).data.url).toContain('&s=')
})

describe('an upload from before private uploads', () => {
  test('is moved when a course refers to it, and stays when nothing private does', async () => {
    const [{ data: lesson }, { data: free }] = [await send('attachment'), await send('attachment')]
    const { id } = await save(lesson.url)
    expect([inPublic(lesson.url), (await get(lesson.url)).statusCode]).toEqual([false, 404])
    expect(await rowOf(lesson.url)).toMatchObject({ url: lesson.url, isPrivate: true })
    expect((await get((await app.ok(courseFile.detail, { id }, admin)).fileUrl)).rawPayload.equals(pdf)).toBe(true)
    expect((await get(free.url)).statusCode).toBe(200)
  })

  test('of a row that was stored before is moved by the run after the start, and again without effect', async () => {
    const { data } = await send('attachment')
    const { id } = await save((await send('course')).data.url)
    await app.db.updateTable('courseFile').set({ fileUrl: data.url, viewUrl: data.url }).where('id', '=', id).execute()
    for (let run = 0; run < 2; run++) await protectUploads(app.app, [privateCourseFiles])
    expect([inPublic(data.url), await rowOf(data.url)]).toMatchObject([false, { url: data.url, isPrivate: true }])
  })

  test('under an absolute address of another folder gets the short one', async () => {
    const folder = join(app.app.config.dataDir, 'elsewhere')
    await app.ok(
      configProp.change,
      { type: 'upload', provider: 'local', data: { localDir: `${folder}/`, url: 'http://localhost/files/' } },
      admin,
    )
    const { data } = await send('attachment')
    expect(data.url).toMatch(/^http:/)
    const { id } = await save(data.url)
    const address = new URL(data.url).pathname
    const stored = await app.db.selectFrom('courseFile').where('id', '=', id).select(['fileUrl', 'viewUrl']).executeTakeFirstOrThrow()
    expect(stored).toEqual({ fileUrl: address, viewUrl: address })
    expect((await get(address)).statusCode).toBe(404)
    await app.db.deleteFrom('sysProp').execute()
    await app.app.bus.publish('sys.prop', {})
    await expect.poll(() => app.app.storage.activeProvider()).toBeUndefined()
  })

  test('stays public while it is also an avatar', async () => {
    const row = (at: string) => ({ url: `/files/202611/${at.repeat(32)}.jpg`, name: 'a.jpg', size: 3, type: 'image/jpeg', scene: 'avatar' })
    const [face, both] = [row('b'), row('c')]
    await mkdir(join(app.app.storage.root, '202611'), { recursive: true })
    for (const one of [face, both]) {
      await app.db
        .insertInto('commonFile')
        .values({ ...one, ownerId: learner.id })
        .execute()
      writeFileSync(join(app.app.storage.root, one.url.replace('/files/', '')), 'jpg')
    }
    const [faced, shown] = [await app.enrol({ userName: 'faced' }), await app.enrol({ userName: 'shown' })]
    await app.db.updateTable('sysUser').set({ face: face.url }).where('id', '=', faced.id).execute()
    await app.db.updateTable('sysUser').set({ face: both.url, avatar: both.url }).where('id', '=', shown.id).execute()
    await protectUploads(app.app, [privatePhotos])
    expect([inPublic(face.url), inPublic(both.url)]).toEqual([false, true])
  })
})

describe.each(['aliyun', 'qcloud', 'qiniu'])('at %s', (provider) => {
  beforeEach(() => {
    cloud.objects.clear()
  })
  const data = () => {
    const both = { bucket: account.bucket, url: `${cloud.url}/public/`, baseUrl: cloud.url, stsUrl: cloud.url }
    const keys = {
      accessKeyId: account.id,
      accessKeySecret: account.secret,
      arn: 'acs:ram::1:role/r',
      endpoint: 'oss-cn-hangzhou.aliyuncs.com',
    }
    return { ...both, ...keys, secretId: account.id, secretKey: account.secret, region: provider === 'qiniu' ? 'z2' : 'ap-guangzhou' }
  }

  test('a private upload is closed there, and its address leads to one that the provider checks', async () => {
    await app.ok(configProp.change, { type: 'upload', provider, data: data() }, admin)
    const { data: sent } = await send('course')
    const key = plainAddress(sent.url).replace('/files/', '')
    expect(cloud.objects.get(key)).toMatchObject(provider === 'qiniu' ? {} : { isPrivate: true })
    const reply = await get(sent.url)
    expect(reply.statusCode).toBe(302)
    const there = await fetch(String(reply.headers.location), { headers: { range: 'bytes=0-7' } })
    expect([there.status, await there.text()]).toEqual([206, '%PDF-1.7'])
    const bare = await fetch(`${cloud.url}/public/${key}`)
    // a public bucket of Qiniu answers to anybody
    expect(bare.status).toBe(provider === 'qiniu' ? 200 : 403)
    await app.app.storage.remove(plainAddress(sent.url))
    expect(cloud.objects.size).toBe(0)
  })

  test('a public upload that a course refers to is closed, under its short address', async () => {
    await app.ok(configProp.change, { type: 'upload', provider, data: data() }, admin)
    const { data: sent } = await send('attachment')
    const { id } = await save(sent.url)
    const address = (await app.ok(courseFile.detail, { id }, admin)).fileUrl
    expect(address).toMatch(/^\/files\/\d{6}\//)
    expect((await fetch(String((await get(address)).headers.location))).status).toBe(200)
    expect((await fetch(sent.url)).status).toBe(provider === 'qiniu' ? 200 : 403)
  })
})

const cloud = await openStorageStub()
afterAll(() => cloud.close())

describe('the signature', () => {
  const [now, key] = [new Date('2026-11-20T10:20:00Z'), `202611/${'0'.repeat(32)}.mp4`]
  const signed = (secret = 'secret', at = now) => {
    const query = new URLSearchParams(signAddress(secret, `/files/${key}`, at, 3).split('?')[1])
    return { e: query.get('e') ?? '', s: query.get('s') ?? '' }
  }
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

  test('is valid for one to two spans and the same within one', () => {
    expect(signed('secret', hours(1))).toEqual(signed())
    expect([isSigned('secret', key, signed(), hours(3)), isSigned('secret', key, signed(), hours(6))]).toEqual([true, false])
  })

  test('belongs to one secret, one key and one end', () => {
    expect(isSigned('other', key, signed(), now)).toBe(false)
    expect(isSigned('secret', key.replace('0', '1'), signed(), now)).toBe(false)
    expect(isSigned('secret', key, { ...signed(), e: `${signed().e}0` }, now)).toBe(false)
    expect(isSigned('secret', key, { e: signed().e, s: '' }, now)).toBe(false)
  })

  test('is added to own addresses only', () => {
    expect(['', 'https://cdn.example/a.png'].map((one) => signAddress('secret', one, now, 3))).toEqual(['', 'https://cdn.example/a.png'])
    expect([`/files/${key}?e=1&s=2`, `/files/${key}`, 'https://a/?b=c'].map(plainAddress)).toEqual([
      `/files/${key}`,
      `/files/${key}`,
      'https://a/?b=c',
    ])
  })
})
