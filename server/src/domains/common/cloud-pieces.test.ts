// Large files that a browser sends to a cloud in pieces: by signed addresses, through lost connections, checked at the end, cleared away.
import { CLOUD_PIECE, file } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { account, openStorageStub } from '../../../test/storage-stub.ts'
import { sweepUploads } from './pieces.service.ts'

const { app, admin, teacher, ann } = await startWithEnv(STUB_ENV, 'teacher', 'ann')
const cloud = await openStorageStub()
afterEach(() => {
  cloud.trouble = 'none'
  cloud.parts.troubles.length = 0
  app.clock.set(new Date())
})
afterAll(() => cloud.close())

const DAY = 86_400
const settings = (provider: string) => {
  const both = { bucket: account.bucket, url: `${cloud.url}/public/`, baseUrl: cloud.url }
  const keys = { accessKeyId: account.id, accessKeySecret: account.secret }
  if (provider === 'aliyun')
    return { ...both, ...keys, endpoint: 'oss-cn-hangzhou.aliyuncs.com', arn: 'acs:ram::1:role/x', stsUrl: cloud.url }
  if (provider === 'qcloud') return { ...both, region: 'ap-guangzhou', secretId: account.id, secretKey: account.secret, stsUrl: cloud.url }
  if (provider === 's3') return { ...keys, bucket: account.bucket, endpoint: cloud.url }
  return { ...both, ...keys, region: 'z2' }
}
const use = (provider: string) => app.ok(configProp.change, { type: 'upload', provider, data: settings(provider) }, admin)

/** Two pieces and a rest of 100 bytes; `short`: one piece and the rest. */
const film = Buffer.alloc(2 * CLOUD_PIECE + 100, 7)
film.write('\0\0\0\u0018ftypmp42', 'latin1')
const short = film.subarray(0, CLOUD_PIECE + 100)
const begin = (bytes = film, who = teacher) => app.call(file['begin-direct'], { scene: 'course', name: '课.mp4', size: bytes.length }, who)
const missing = (id: string, who = teacher) => app.call(file['missing-parts'], { id }, who)
const finish = (id: string) => app.call(file.finish, { id }, teacher)
type Piece = Awaited<ReturnType<typeof missing>>['data']['next'][number]
const put = (piece: Piece, bytes = film) =>
  fetch(piece.url, { method: 'PUT', headers: piece.headers, body: bytes.subarray(piece.start, piece.end) }).then(
    (reply) => reply.status,
    () => 0,
  )
/** Where the provider keeps nothing, or must not: what is sent need not be the whole piece. */
const putFew = (piece: Piece) => put({ ...piece, end: piece.start + 5 })
async function sendAll(id: string, bytes = film) {
  for (const piece of (await missing(id)).data.next) expect(await put(piece, bytes)).toBe(200)
}
const openRows = (id: string) => app.db.selectFrom('commonUpload').where('id', '=', id).select('id').execute()

describe.each(['aliyun', 'qcloud', 'qiniu', 's3'])('%s', (provider) => {
  test('a file arrives in pieces, is checked, private, and recorded once', async () => {
    await use(provider)
    const { id } = (await begin()).data
    const asked = (await missing(id)).data
    expect(asked).toMatchObject({ arrived: 0, next: [{ start: 0, end: CLOUD_PIECE }, {}, { end: film.length }] })
    expect(JSON.stringify(asked)).not.toContain(account.secret)
    await sendAll(id)
    expect((await missing(id)).data).toEqual({ arrived: film.length, next: [] })
    const { data, msg } = await finish(id)
    expect([msg, data]).toMatchObject(['', { name: '课.mp4', size: film.length, type: 'video/mp4' }])
    expect((await finish(id)).data.id).toBe(data.id)
    const row = await app.db.selectFrom('commonFile').where('id', '=', data.id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ provider, isPrivate: true, ownerId: teacher.id, size: String(film.length) })
    const stored = cloud.objects.get(row.url.slice('/files/'.length))
    expect(stored?.bytes.equals(film)).toBe(true)
    expect(stored).toMatchObject({ type: 'video/mp4', ...(['qiniu', 's3'].includes(provider) ? {} : { isPrivate: true }) })
  })

  test('goes on after lost pieces, a failing provider and addresses that have ended', async () => {
    await use(provider)
    const { id } = (await begin()).data
    app.clock.advance(-1_000)
    const [late] = (await missing(id)).data.next
    expect([401, 403]).toContain(await putFew(late!))
    app.clock.set(new Date())
    const [first, second] = (await missing(id)).data.next
    expect(await put(first!)).toBe(200)
    cloud.parts.troubles.push(0, 503)
    expect([await putFew(second!), await putFew(second!)]).toEqual([0, 503])
    const rest = (await missing(id)).data
    expect(rest).toMatchObject({ arrived: CLOUD_PIECE, next: [{ start: CLOUD_PIECE }, { end: film.length }] })
    expect((await finish(id)).code).toBe(errors.fileMissing[0])
    await sendAll(id)
    cloud.trouble = 'break'
    expect((await finish(id)).code).toBe(errors.storageDown[0])
    cloud.trouble = 'none'
    expect((await finish(id)).data).toMatchObject({ size: film.length })
  })

  test('an address takes its own piece of its own file only', async () => {
    await use(provider)
    const { id } = (await begin()).data
    const [piece] = (await missing(id)).data.next
    const key = (await app.db.selectFrom('commonUpload').where('id', '=', id).select('storageKey').executeTakeFirstOrThrow()).storageKey
    const name = provider === 'qiniu' ? Buffer.from(key).toString('base64url') : key
    const other = piece!.url.replace(name, provider === 'qiniu' ? Buffer.from(`x${key}`).toString('base64url') : `x${key}`)
    expect(other).not.toBe(piece!.url)
    expect(await putFew({ ...piece!, url: other })).toBe(403)
    const { authorization: _token, ...bare } = piece!.headers
    expect(await putFew({ ...piece!, headers: bare, url: piece!.url.split('?')[0]! })).not.toBe(200)
  })

  test('a piece of another size is sent again', async () => {
    await use(provider)
    const { id } = (await begin(short)).data
    const { next } = (await missing(id)).data
    expect(await putFew(next[0]!)).toBe(200)
    expect((await missing(id)).data).toMatchObject({ arrived: 0, next: [{ start: 0 }, { start: CLOUD_PIECE }] })
    await sendAll(id, short)
    expect((await finish(id)).code).toBe(0)
  })

  test('another content than the name says is removed', async () => {
    await use(provider)
    const page = Buffer.from('<html>'.padEnd(100))
    const { id } = (await begin(page)).data
    await sendAll(id, page)
    const { size } = cloud.objects
    expect((await finish(id)).code).toBe(errors.fileKind[0])
    expect((await finish(id)).code).toBe(errors.notFound[0])
    expect(cloud.objects.size).toBe(size)
  })

  test('joined pieces of which the server did not hear are recorded by a repeated call', async () => {
    await use(provider)
    const { id } = (await begin(short)).data
    await sendAll(id, short)
    const [uploadId, upload] = [...cloud.parts.open].at(-1)!
    const listed = [...upload.parts].map(([number, { etag }]) => ({ number, etag }))
    cloud.parts.complete(
      uploadId,
      listed.toSorted((a, b) => a.number - b.number),
      'video/mp4',
    )
    expect((await finish(id)).data).toMatchObject({ size: short.length })
  })

  test('is cleared away a day after its last sign of life, as soon as the provider answers', async () => {
    await use(provider)
    const { id } = (await begin()).data
    expect(await put((await missing(id)).data.next.at(-1)!)).toBe(200)
    const open = cloud.parts.open.size
    await sweepUploads(app.app)
    expect(await openRows(id)).toHaveLength(1)
    app.clock.advance(DAY + 1)
    cloud.trouble = 'break'
    await sweepUploads(app.app)
    expect(await openRows(id)).toHaveLength(1)
    cloud.trouble = 'none'
    // signatures of another day would be refused
    app.clock.set(new Date())
    await app.db
      .updateTable('commonUpload')
      .where('id', '=', id)
      .set({ updateTime: new Date(Date.now() - 2 * DAY * 1_000) })
      .execute()
    await sweepUploads(app.app)
    expect(await openRows(id)).toEqual([])
    expect(cloud.parts.open.size).toBeLessThan(open)
    expect((await missing(id)).code).toBe(errors.notFound[0])
  })
})

test('is refused before anything is sent: by name, size, permission, without a cloud; another person knows nothing of it', async () => {
  await use('qcloud')
  const of = (name: string, size: number, who = teacher) => app.call(file['begin-direct'], { scene: 'course', name, size }, who)
  expect((await of('a.exe', 9)).code).toBe(errors.fileKind[0])
  expect((await of('a.mp3', 300_000_000)).code).toBe(errors.fileTooLarge[0])
  expect((await of('a.mp4', 9, ann)).code).toBe(errors.forbidden[0])
  const { id } = (await begin(short)).data
  expect((await missing(id, admin)).code).toBe(errors.notFound[0])
  cloud.trouble = 'refuse'
  expect((await begin()).code).toBe(errors.storageRefused[0])
  await app.ok(
    configProp.change,
    { type: 'upload', provider: 'local', data: { localDir: '/srv/uploads/', url: 'http://localhost/files/' } },
    admin,
  )
  cloud.trouble = 'none'
  expect((await begin()).code).toBe(errors.storageOther[0])
  // the upload goes on where it began
  await sendAll(id, short)
  expect((await finish(id)).data).toMatchObject({ size: short.length })
})
