// Uploads in pieces: cut and resumed, refused where they do not fit, kept through a restart, expired.
import { file, PIECES_PATH } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { piecesPath } from '../../kernel/files/pieces.ts'
import { sweepUploads } from './pieces.service.ts'

const { app, teacher, ann, bob } = await startWith('teacher', 'ann', 'bob')
const temporary = await mkdtemp(join(tmpdir(), 'shuyuan-pieces-'))
app.app.runtime = { ...app.app.runtime, tmpDir: temporary }
afterAll(() => rm(temporary, { recursive: true, force: true }))
let port = 0
beforeAll(async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (app.http.server.address() as { port: number }).port
})

const film = Buffer.concat([Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), randomBytes(300_000)])
const begin = (size = film.length, name = 'film.mp4', who = teacher) => app.call(file.begin, { scene: 'course', name, size }, who)
const opened = async () => (await begin()).data.id
const tus = { 'tus-resumable': '1.0.0' }
const ask = (method: 'HEAD' | 'PATCH' | 'DELETE', id: string, headers: object = {}, payload?: Buffer, who = teacher) =>
  app.http.inject({
    method,
    url: PIECES_PATH + id,
    headers: {
      ...tus,
      token: who.token,
      ...(payload ? { 'content-type': 'application/offset+octet-stream' } : {}),
      ...headers,
    },
    ...(payload ? { payload } : {}),
  })
const send = (id: string, offset: number, part: Buffer, who = teacher) => ask('PATCH', id, { 'upload-offset': String(offset) }, part, who)
const offsetOf = async (id: string) => Number((await ask('HEAD', id)).headers['upload-offset'])
const finish = (id: string, who = teacher) => app.call(file.finish, { id }, who)

/** Bytes of the piece that is arriving. */
async function arrived() {
  const [name] = await readdir(temporary)
  return name === undefined ? 0 : (await stat(join(temporary, name))).size
}

/** Announces `part` and the rest, and cuts the connection after `part`. */
async function cutOff(id: string, offset: number, part: Buffer) {
  const sent = request({
    port,
    method: 'PATCH',
    path: PIECES_PATH + id,
    headers: {
      ...tus,
      token: teacher.token,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(film.length - offset),
    },
  })
  sent.on('error', () => undefined)
  sent.on('response', () => undefined)
  await new Promise((resolve) => sent.write(part, resolve))
  await expect.poll(arrived).toBe(part.length)
  const closed = new Promise((resolve) => sent.on('close', resolve))
  sent.destroy()
  await closed
}

describe('a large file', () => {
  test('goes on after the connection was cut in the middle, and is stored byte by byte', async () => {
    const id = await opened()
    expect((await send(id, 0, film.subarray(0, 100_000))).headers['upload-offset']).toBe('100000')
    await cutOff(id, 100_000, film.subarray(100_000, 150_000))
    await expect.poll(() => offsetOf(id)).toBeGreaterThan(100_000)
    const offset = await offsetOf(id)
    expect(offset).toBe(150_000)
    expect((await finish(id)).code).toBe(errors.fileMissing[0])
    expect((await send(id, offset, film.subarray(offset))).statusCode).toBe(204)
    const { code, data } = await finish(id)
    expect(code).toBe(0)
    expect(data).toMatchObject({ name: 'film.mp4', size: film.length, type: 'video/mp4' })
    const key = data.url.split('?')[0]?.slice('/files/'.length) ?? ''
    expect((await readFile(join(app.app.storage.privateRoot, key))).equals(film)).toBe(true)
    expect(existsSync(piecesPath(app.app, id))).toBe(false)
    // the answer was lost
    expect((await finish(id)).data.id).toBe(data.id)
    expect((await ask('HEAD', id)).statusCode).toBe(404)
  })

  test('goes on after the server was killed while it wrote: what the database does not count is written again', async () => {
    const id = await opened()
    await send(id, 0, film.subarray(0, 1_000))
    const { appendPiece, receivePiece } = await import('../../kernel/files/pieces.ts')
    const { Readable } = await import('node:stream')
    const half = await receivePiece(app.app, Readable.from([randomBytes(5_000)]), 10_000)
    await appendPiece(app.app, id, 1_000, half)
    await half.discard()
    expect(await offsetOf(id)).toBe(1_000)
    await send(id, 1_000, film.subarray(1_000))
    const { data } = await finish(id)
    const key = data.url.split('?')[0]?.slice('/files/'.length) ?? ''
    expect((await readFile(join(app.app.storage.privateRoot, key))).equals(film)).toBe(true)
  })

  test('two tabs do not mix: of two pieces at one place one counts', async () => {
    const id = await opened()
    const [one, other] = await Promise.all([send(id, 0, film.subarray(0, 70_000)), send(id, 0, randomBytes(70_000))])
    expect([one.statusCode, other.statusCode].toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(await offsetOf(id)).toBe(70_000)
    const twice = await Promise.all([opened(), opened()])
    expect(new Set(twice).size).toBe(2)
  })
})

describe('is refused', () => {
  test.each([
    ['a wrong offset', { 'upload-offset': '5' }, 409],
    ['no offset', {}, 400],
    ['a negative offset', { 'upload-offset': '-1' }, 400],
    ['another protocol', { 'upload-offset': '0', 'tus-resumable': '0.2.2' }, 412],
    ['another type', { 'upload-offset': '0', 'content-type': 'text/plain' }, 415],
  ])('%s', async (_name, headers, status) => {
    const id = await opened()
    expect((await ask('PATCH', id, headers, film.subarray(0, 10))).statusCode).toBe(status)
    expect(await offsetOf(id)).toBe(0)
  })

  test('more than was announced', async () => {
    const { data } = await begin(20)
    expect((await send(data.id, 0, film.subarray(0, 21))).statusCode).toBe(413)
    expect(await offsetOf(data.id)).toBe(0)
  })

  test('what belongs to somebody else, and a caller without a session', async () => {
    const id = await opened()
    for (const method of ['HEAD', 'DELETE'] as const) expect((await ask(method, id, {}, undefined, bob)).statusCode).toBe(404)
    expect((await send(id, 0, film.subarray(0, 10), bob)).statusCode).toBe(404)
    expect((await finish(id, bob)).code).toBe(errors.notFound[0])
    const { json } = await ask('PATCH', id, { 'upload-offset': '0', token: '' }, film.subarray(0, 10))
    expect(json()).toMatchObject({ code: errors.signedOut[0] })
    expect(await offsetOf(id)).toBe(0)
    expect((await ask('DELETE', id)).statusCode).toBe(204)
    expect(existsSync(piecesPath(app.app, id))).toBe(false)
  })

  test('by name, size, permission and quota before anything is sent', async () => {
    expect((await begin(1_000, 'page.html')).code).toBe(errors.fileKind[0])
    expect(await begin(1_900_000_000)).toMatchObject({ code: errors.fileTooLarge[0], msg: '文件过大，不能超过 1024 MB' })
    expect((await begin(1_000, 'a.mp4', ann)).code).toBe(errors.forbidden[0])
    const { dayMb } = app.app.config.uploads.staff
    Object.assign(app.app.config.uploads.staff, { dayMb: 1 })
    // the unfinished ones count
    expect((await begin(700_000)).code).toBe(errors.tooOften[0])
    Object.assign(app.app.config.uploads.staff, { dayMb })
  })

  test('by its content, and removed', async () => {
    const { data } = await begin(5)
    await send(data.id, 0, Buffer.from('<html'))
    expect((await finish(data.id)).code).toBe(errors.fileKind[0])
    expect((await finish(data.id)).code).toBe(errors.notFound[0])
    expect(existsSync(piecesPath(app.app, data.id))).toBe(false)
  })
})

test('an unfinished upload is removed a day after its last piece', async () => {
  const [id, other] = [await opened(), await opened()]
  await app.db.deleteFrom('commonUpload').where('id', '=', other).execute()
  const old = new Date(app.clock.now().getTime() - 90_000_000)
  await utimes(piecesPath(app.app, other), old, old)
  await sweepUploads(app.app)
  expect([id, other].map((one) => existsSync(piecesPath(app.app, one)))).toEqual([true, false])
  app.clock.advance(90_000)
  await sweepUploads(app.app)
  expect(existsSync(piecesPath(app.app, id))).toBe(false)
  expect(await app.db.selectFrom('commonUpload').where('id', '=', id).select('id').execute()).toEqual([])
})
