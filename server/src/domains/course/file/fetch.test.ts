// Fetching of course files: public addresses only, resumed, limited; and files that pretend to be what they are not.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { readdirSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeSample } from '../../../../test/media.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { drainTasks } from '../../common/task.service.ts'
import { capFetches } from './fetch.service.ts'

const { app, teacher, ann } = await startWithEnv({ OUTGOING_ALLOW: '127.0.0.2' }, 'teacher', 'ann')
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-fetch-test-'))
await makeSample(join(folder, 'a.mp4'), { length: 2 })
const film = await readFile(join(folder, 'a.mp4'))
let broken = 0
let endings = 0
let asked: (string | undefined)[] = []

const isStored = () => {
  const tmpDir = app.app.runtime.tmpDir || tmpdir()
  const sizes = readdirSync(tmpDir)
    .filter((name) => name.startsWith('shuyuan-fetch-'))
    .map((name) => statSync(join(tmpDir, name)).size)
  expect(sizes).toContain(1_000)
}

/** Answers the film with another length in the head, and ends the connection. */
const lie = ({ socket }: IncomingMessage, length: number) =>
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`), film]))

const server = createServer((request, reply) => {
  asked.push(request.headers.range)
  if (request.url === '/mute.mp4') return
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (request.url === '/a.mp4' || request.url === '/plain') {
    const type = { 'content-type': 'video/mp4', 'content-length': film.length - from }
    if (from > 0) reply.writeHead(206, { ...type, 'content-range': `bytes ${from}-${film.length - 1}/${film.length}` })
    else reply.writeHead(200, type)
    reply.end(film.subarray(from))
  } else if (request.url === '/breaks.mp4') {
    const type = { 'content-length': film.length - from, 'content-range': `bytes ${from}-${film.length - 1}/${film.length}` }
    reply.writeHead(from > 0 ? 206 : 200, type)
    // a broken connection loses what is not stored yet
    if (broken++ === 0) reply.write(film.subarray(0, 1_000), () => void vi.waitFor(isStored).then(() => reply.destroy()))
    else reply.end(film.subarray(from))
  } else if (request.url === '/whole.mp4') {
    reply.writeHead(200, { 'content-length': film.length })
    if (broken++ === 0) reply.write(film.subarray(0, 1_000), () => void vi.waitFor(isStored).then(() => reply.destroy()))
    else reply.end(film)
  } else if (request.url === '/pauses.mp4' && from > 0) {
    reply.writeHead(206, { 'content-length': film.length - from, 'content-range': `bytes ${from}-${film.length - 1}/${film.length}` })
    reply.end(film.subarray(from))
  } else if (request.url === '/pauses.mp4' || request.url === '/silent.mp4')
    reply.writeHead(200, { 'content-length': film.length }).write(film.subarray(0, 1_000))
  else if (request.url === '/drops.mp4') {
    reply.writeHead(200, { 'content-length': film.length })
    const timer = setInterval(() => reply.write('x'), 20)
    reply.on('close', () => clearInterval(timer))
  } else if (request.url === '/head.mp4') {
    const { socket } = request
    socket.write('HTTP/1.1 200 OK\r\nx-long: ')
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(timer))
  } else if (request.url === '/inside.mp4') reply.writeHead(302, { location: 'http://127.0.0.1/secret.mp4' }).end()
  else if (request.url === '/large.mp4') reply.writeHead(200, { 'content-length': 2 ** 41 }).write('x')
  else if (request.url === '/endless.mp4') {
    reply.writeHead(200)
    reply.write(film)
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(65_536)));
    }
    reply.on('drain', more).on('close', () => (endings += 1))
    more()
  } else if (request.url === '/more.mp4') lie(request, film.length + 100)
  else if (request.url === '/less.mp4') lie(request, Math.floor(film.length / 3))
  else if (request.url === '/page.mp4') reply.writeHead(200).end('<html></html>')
  else if (request.url === '/a.pdf') reply.writeHead(200).end('%PDF-1.7 …')
  else reply.writeHead(404).end()
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.2', resolve))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})
const at = (path: string) => `http://127.0.0.2:${(server.address() as AddressInfo).port}${path}`
const ask = (url: string, who = teacher) => app.call(courseFile['fetch-file'], { url, title: '远程', catId: '' }, who)
async function fetched(path: string) {
  asked = []
  const { id } = (await ask(at(path))).data
  await drainTasks(app.app)
  return app.ok(courseFile.detail, { id }, teacher)
}

test.each([
  'http://127.0.0.1/a.mp4',
  'http://localhost/a.mp4',
  'http://[::1]/a.mp4',
  'http://[::ffff:127.0.0.1]/a.mp4',
  'http://0x7f000001/a.mp4',
  'http://2130706433/a.mp4',
  'http://127.1/a.mp4',
  'http://017700000001/a.mp4',
  'http://0.0.0.0/a.mp4',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/a.mp4',
  'https://192.168.1.1/a.mp4',
  'https://172.16.0.1/a.mp4',
  'https://100.64.0.1/a.mp4',
  'https://[fd00::1]/a.mp4',
  'https://[64:ff9b::7f00:1]/a.mp4',
])('%s is refused before anything is sent', async (url) => {
  expect((await ask(url)).code).toBe(errors.fetchRefused[0])
})
test.each(['file:///etc/passwd', 'ftp://files.example/a.mp4', 'https://user:secret@files.example/a.mp4', 'a.mp4', 'concat:/etc/passwd'])(
  '%s is no address',
  async (url) => {
    expect((await ask(url)).fields[0]).toMatchObject({ field: 'url', msg: '请填写以 https:// 开头的完整地址' })
  },
)
test('only who may add files', async () => {
  expect((await ask('https://files.example/a.mp4', ann)).code).toBe(errors.forbidden[0])
})

describe('fetched by a task', () => {
  afterEach(() => capFetches(app.app, {}))
  test('a video, which is read then; its name comes from the address or the type', async () => {
    const ready = { state: CourseFileState.ready, fileType: CourseFileType.video, duration: 2, fileSize: film.length }
    expect(await fetched('/a.mp4')).toMatchObject({ ...ready, fileName: 'a.mp4', sourceUrl: at('/a.mp4') })
    expect(await fetched('/plain')).toMatchObject({ ...ready, fileName: 'plain.mp4' })
    expect(await fetched('/a.pdf')).toMatchObject({ state: CourseFileState.ready, fileType: CourseFileType.pdf, duration: 0 })
  })
  test('resumed where the connection broke', async () => {
    expect(await fetched('/breaks.mp4')).toMatchObject({ state: CourseFileState.ready, duration: 2 })
    expect(asked).toEqual([undefined, 'bytes=1000-'])
  })
  test('begun anew where the server ignores the place: its bytes count from the beginning', async () => {
    broken = 0
    capFetches(app.app, { bytes: film.length + 500 })
    expect(await fetched('/whole.mp4')).toMatchObject({ state: CourseFileState.ready, fileSize: film.length, error: '' })
    expect(asked).toEqual([undefined, 'bytes=1000-'])
  })
  test('a server that stops sending is asked for the rest', async () => {
    capFetches(app.app, { idleMs: 1_000 })
    expect(await fetched('/pauses.mp4')).toMatchObject({ state: CourseFileState.ready, fileSize: film.length })
    expect(asked).toEqual([undefined, 'bytes=1000-'])
  })
  test.each([
    ['/silent.mp4', [undefined, 'bytes=1000-', 'bytes=1000-']],
    ['/mute.mp4', [undefined, undefined, undefined]],
  ])('%s: silent three times ends in state 2', async (path, ranges) => {
    capFetches(app.app, { idleMs: 500 })
    expect(await fetched(path)).toMatchObject({ state: CourseFileState.failed, error: '对方服务器长时间没有发送数据' })
    expect(asked).toEqual(ranges)
  })
  test('a server that sends byte by byte ends in state 2 after three times', async () => {
    capFetches(app.app, { least: { bytes: 10_000, ms: 300 } })
    expect(await fetched('/drops.mp4')).toMatchObject({ state: CourseFileState.failed, error: '对方服务器发送太慢' })
    expect(asked).toHaveLength(3)
  })
  test('and so does one that never ends the head of its answer', async () => {
    capFetches(app.app, { idleMs: 300 })
    expect(await fetched('/head.mp4')).toMatchObject({ state: CourseFileState.failed, error: '对方服务器长时间没有发送数据' })
    expect(asked).toHaveLength(3)
  })
  test.each([
    ['/inside.mp4', '只能获取公网的 https 地址，不能访问内网'],
    ['/large.mp4', '文件过大'],
    ['/page.mp4', '文件内容与扩展名'],
    ['/none.mp4', '对方服务器拒绝了请求（404）'],
  ])('%s: state 2 with the reason', async (path, error) => {
    expect(await fetched(path)).toMatchObject({ state: CourseFileState.failed, error: expect.stringContaining(error.slice(0, 4)) })
  })
})

describe('servers that lie about the length leave nothing on the disk', () => {
  afterEach(() => capFetches(app.app, {}))
  const waiting = join(folder, 'waiting')
  const left = async () => [await readdir(waiting), await readdir(app.app.storage.privateRoot, { recursive: true })].flat().toSorted()
  beforeAll(async () => {
    await mkdir(waiting)
    app.app.runtime = { ...app.app.runtime, tmpDir: waiting }
  })

  test('a stream that never ends is cut at the cap', async () => {
    capFetches(app.app, { bytes: film.length + 300_000 })
    const before = await left()
    expect(await fetched('/endless.mp4')).toMatchObject({ state: CourseFileState.failed, error: '文件过大' })
    await expect.poll(() => endings).toBe(1)
    expect(asked).toHaveLength(1)
    expect(await left()).toEqual(before)
  })
  test('more bytes announced than sent: asked three times, and given up', async () => {
    const before = await left()
    expect(await fetched('/more.mp4')).toMatchObject({ state: CourseFileState.failed, error: '对方服务器没有响应' })
    expect(asked).toHaveLength(3)
    expect(await left()).toEqual(before)
  })
  test('fewer bytes announced than sent: what was announced is read, and is no film', async () => {
    expect(await fetched('/less.mp4')).toMatchObject({ state: CourseFileState.failed, error: '文件已损坏，无法读取' })
    expect(await readdir(waiting)).toEqual([])
  })
})

describe('hostile uploads', () => {
  const send = (name: string, bytes: Buffer) => app.upload(files.upload, bytes, name, { scene: 'course' }, teacher.token)
  const after = (head: Buffer, text: string) => Buffer.concat([head, Buffer.from(text)])
  const mp4 = film.subarray(0, 32)
  const script = `ffconcat version 1.0\nfile /etc/passwd\n`
  const playlist = `#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXTINF:1,\nhttp://127.0.0.1:1/x.ts\n#EXT-X-ENDLIST\n`
  test.each([
    ['a.m3u8', Buffer.from(playlist)],
    ['a.mp4', Buffer.from(playlist)],
    ['a.ffconcat', Buffer.from(script)],
    ['a.mp4', Buffer.from(script)],
    ['a.avi', Buffer.from(playlist)],
    ['a.mkv', Buffer.from('<?xml version="1.0"?><MPD/>')],
    ['a.sdp', Buffer.from('v=0\r\nm=video 1 RTP/AVP 0')],
    ['a.mov', Buffer.from('#!/bin/sh\nid')],
    ['a.vtt', Buffer.from('<script>alert(1)</script>')],
    ['a.vtt', Buffer.from('WEBVTTX\n')],
  ])('%s with another content is no upload', async (name, bytes) => {
    expect((await send(name, bytes)).code).toBe(errors.fileKind[0])
  })
  const lying = Buffer.from(film)
  // the length in the header of the film: ten hours
  const header = lying.indexOf('mvhd')
  lying.writeUInt32BE(lying.readUInt32BE(header + 16) * 36_000, header + 20)
  test.each([
    ['a playlist behind a film head', 'a.mp4', after(mp4, playlist)],
    ['a script behind a film head', 'b.mp4', after(mp4, script)],
    ['a playlist behind a Matroska head', 'c.webm', after(Buffer.from('1a45dfa3', 'hex'), playlist)],
    ['a playlist behind a sound head', 'd.wav', after(Buffer.from('524946460000000057415645', 'hex'), playlist)],
    ['nothing but a head', 'e.mp4', mp4],
    ['zeros', 'f.mp3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(50_000)])],
    ['a cut film', 'g.mp4', film.subarray(0, Math.floor(film.length / 3))],
    ['a film of ones', 'h.mp4', Buffer.concat([mp4, Buffer.alloc(100_000, 255)])],
  ])('%s ends in state 2', async (_what, name, bytes) => {
    const { url } = (await send(name, bytes)).data
    const { id } = await app.ok(courseFile.save, { title: name, fileUrl: url }, teacher)
    await drainTasks(app.app)
    expect(await app.ok(courseFile.detail, { id }, teacher)).toMatchObject({ state: CourseFileState.failed, error: '文件已损坏，无法读取' })
  })
  test('captions are WebVTT', async () => {
    for (const text of ['WEBVTT\n\n00:00.000 --> 00:01.000\n你好', '\ufeffWEBVTT - 中文\n'])
      expect((await send('a.vtt', Buffer.from(text))).data).toMatchObject({ type: 'text/vtt' })
    expect((await app.upload(files.upload, Buffer.from('WEBVTT\n'), 'a.vtt', { scene: 'attachment' }, teacher.token)).code).toBe(
      errors.fileKind[0],
    )
  })
  /** The film with other numbers behind the name of a box. */
  const changed = (box: string, behind: number, numbers: string) => {
    const bytes = Buffer.from(film)
    // the head of the file names some boxes too
    Buffer.from(numbers, 'hex').copy(bytes, bytes.indexOf(box, mp4.length) + 4 + behind)
    return bytes
  }
  test.each([
    ['frames of 30,000 by 30,000 pixels', changed('avc1', 24, '75307530'), '画面尺寸过大'],
    ['frames that last for days', changed('stts', 12, '0fffffff'), '时长超过24小时'],
  ])('%s end in state 2', async (title, bytes, error) => {
    const { url } = (await send('large.mp4', bytes)).data
    const { id } = await app.ok(courseFile.save, { title, fileUrl: url }, teacher)
    await drainTasks(app.app)
    expect(await app.ok(courseFile.detail, { id }, teacher)).toMatchObject({ state: CourseFileState.failed, error })
  })
  test('a lying length is not believed', async () => {
    const { url } = (await send('long.mp4', lying)).data
    const { id } = await app.ok(courseFile.save, { title: '谎报', fileUrl: url }, teacher)
    await drainTasks(app.app)
    expect(await app.ok(courseFile.detail, { id }, teacher)).toMatchObject({ state: CourseFileState.ready, duration: 2 })
  })
})
