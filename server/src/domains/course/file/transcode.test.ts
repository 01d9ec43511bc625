// Conversion with no ffmpeg installed: formats, states, encrypted playlists, keys, and what happens to work that is interrupted.
import { bin, BinKind } from '@shuyuan/contract/operation/bin.ts'
import { file as files } from '@shuyuan/contract/common/file.ts'
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childProcesses } from '../../../../test/child-processes.ts'
import { makeSample, type Sample } from '../../../../test/media.ts'
import { startWith } from '../../../../test/people.ts'
import { watchChild } from '../../../kernel/media/child.ts'
import { findEncoder } from '../../../kernel/media/encoder.ts'
import { measureFile } from '../../../kernel/media/media-reader.ts'
import { drainTasks, pauseTasksWhile, TaskState } from '../../common/task.service.ts'
import { endSessions } from '../../session/session.service.ts'
import { makeCourse } from '../course.factory.ts'
import { findEncoderBy } from '../media/media-settings.service.ts'
import { subjectOf } from './media-queue.service.ts'
import { sweepRenditions } from './media-task.service.ts'

const { app, teacher, admin, ann, bob } = await startWith('teacher', 'ann', 'bob')
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-samples-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
// this machine may have an ffmpeg
findEncoderBy(app.app, (home) => findEncoder(home === '' ? '/nowhere' : home))

const settings = (data: object) =>
  app.ok(
    configProp.change,
    { type: 'upload', provider: 'local', data: { localDir: `${folder}/public/`, url: 'https://school.example/files/', ...data } },
    admin,
  )
async function upload(name: string, sample: Sample | Buffer) {
  if (!Buffer.isBuffer(sample)) await makeSample(join(folder, name), sample)
  const bytes = Buffer.isBuffer(sample) ? sample : await readFile(join(folder, name))
  const { url } = (await app.upload(files.upload, bytes, name, { scene: 'course' }, teacher.token)).data
  return (await app.ok(courseFile.save, { title: name, fileUrl: url, duration: 9_999 }, teacher)).id
}
const detail = (id: string) => app.ok(courseFile.detail, { id }, teacher)
async function done(name: string, sample: Sample | Buffer) {
  const id = await upload(name, sample)
  expect((await detail(id)).state).toBe(CourseFileState.converting)
  await drainTasks(app.app)
  return detail(id)
}
const get = (url: string, token = '') => app.http.inject({ url, headers: { token } })
const renditionFolders = () => readdir(join(app.app.storage.privateRoot, 'media')).catch(() => [])
const authOf = ({ key, iv }: { key: string; iv: string }, at = app.clock.now()) => {
  const cipher = createCipheriv('aes-128-cbc', Buffer.from(key), Buffer.from(iv))
  return Buffer.concat([cipher.update(String(at.getTime())), cipher.final()]).toString('base64url')
}

describe('without conversion', () => {
  beforeAll(() => settings({ encodeType: 'none' }))
  test('the server reads length and size itself; the length of the browser is not believed', async () => {
    expect(await done('a.mp4', { length: 3 })).toMatchObject({
      state: CourseFileState.ready,
      duration: 3,
      width: 320,
      height: 180,
      hasAudio: true,
      rendition: '',
      viewUrl: '',
    })
    expect(await done('tone.m4a', { size: '', length: 2 })).toMatchObject({ state: CourseFileState.ready, duration: 2, width: 0 })
    expect(await done('silent.mp4', { tone: false, length: 2 })).toMatchObject({ state: CourseFileState.ready, hasAudio: false })
  })
  test('a broken file and a format that no browser plays end in state 2 with a reason', async () => {
    const whole = await readFile(join(folder, 'a.mp4'))
    expect(await done('cut.mp4', whole.subarray(0, 2_000))).toMatchObject({ state: CourseFileState.failed, error: '文件已损坏，无法读取' })
    expect(await done('b.mkv', { length: 2 })).toMatchObject({ state: CourseFileState.failed, error: '浏览器不能播放该格式，请先开启转码' })
  })
  test('transcode is refused', async () => {
    const { id } = await done('c.mp4', { length: 2 })
    expect((await app.call(courseFile.transcode, { ids: [id] }, teacher)).code).toBe(errors.transcodeOff[0])
  })
})

describe('to mp4', () => {
  beforeAll(() => settings({ encodeType: 'ffmpeg', videoEncode: 'mp4', videoQuality: '480p' }))
  test.each([
    ['portrait.mp4', { size: '540x960' }, [480, 852]],
    ['odd.mkv', { size: '642x362', filter: ',crop=641:361:0:0:exact=1,format=yuv444p', tone: false }, [640, 360]],
    ['old.avi', { size: '320x240', old: true }, [320, 240]],
  ] as const)('%s', async (name, sample, [width, height]) => {
    const found = await done(name, { length: 3, ...sample })
    expect(found).toMatchObject({ state: CourseFileState.ready, rendition: 'mp4', width, height, duration: 3 })
    const key = found.viewUrl.slice('/files/'.length).split('?')[0] ?? ''
    expect(await measureFile(app.app, join(app.app.storage.privateRoot, key))).toMatchObject({
      videoCodec: 'avc',
      width,
      height,
      rotation: 0,
    })
    expect((await get(found.posterUrl)).headers['content-type']).toBe('image/jpeg')
    expect(await app.ok(courseFile['fetch-state'], { ids: [found.id] }, teacher)).toEqual([
      { id: found.id, state: CourseFileState.ready, percent: 100, error: '' },
    ])
    expect(await app.ok(courseFile['fetch-info'], { ids: [found.id] }, teacher)).toEqual([
      { id: found.id, duration: 3, fileSize: found.fileSize },
    ])
  })
  test('a failed conversion leaves the older rendition, and no half output', async () => {
    const { id, viewUrl } = await done('d.mp4', { length: 2 })
    const before = await renditionFolders()
    findEncoderBy(app.app, async () => ({
      source: 'path',
      version: '1',
      run: () => Promise.reject(new Error('crash')),
      poster: () => Promise.resolve(),
    }))
    await app.ok(courseFile.transcode, { ids: [id] }, teacher)
    expect((await app.call(courseFile.transcode, { ids: [id] }, teacher)).code).toBe(errors.courseFileConverting[0])
    for (let tried = 1; tried <= 3; tried++) {
      await drainTasks(app.app)
      await app.db
        .updateTable('commonTask')
        .set({ startAfter: new Date(0) })
        .where('subject', '=', subjectOf(id))
        .execute()
    }
    expect(await detail(id)).toMatchObject({ state: CourseFileState.failed, error: 'crash', viewUrl })
    expect(await renditionFolders()).toEqual(before)
    findEncoderBy(app.app, async () => undefined)
    expect((await app.call(courseFile.transcode, { ids: [id] }, teacher)).code).toBe(errors.transcodeMissing[0])
    findEncoderBy(app.app, (home) => findEncoder(home === '' ? '/nowhere' : home))
    await app.ok(courseFile.transcode, { ids: [id] }, teacher)
    await drainTasks(app.app)
    expect((await detail(id)).state).toBe(CourseFileState.ready)
    // the replaced one stays for a day, for who plays it
    expect(await sweepRenditions(app.app)).toBe(0)
    app.clock.advance(90_000)
    expect(await sweepRenditions(app.app)).toBe(1)
    // nor one whose file is in the recycle bin
    await app.ok(courseFile.delete, { ids: [id] }, teacher)
    expect(await sweepRenditions(app.app)).toBe(0)
    await app.ok(bin.undo, { kind: BinKind.course_file, ids: [id] }, teacher)
    expect((await get((await detail(id)).viewUrl)).statusCode).toBe(200)
  })
})

test('a picture alone, of a video that is converted elsewhere', async () => {
  const input = join(folder, 'portrait.mp4')
  await makeSample(input, { size: '180x320', length: 2 })
  const info = await measureFile(app.app, input)
  const job = { input, demuxer: 'mov', folder, rendition: 'mp4' as const, box: null, info: info!, keyInfo: '' }
  const control = { signal: new AbortController().signal, onPercent: () => undefined, isPaused: () => false }
  await (await findEncoder('/nowhere')).poster(job, control)
  expect((await readFile(join(folder, 'poster.jpg'))).subarray(0, 2).toString('hex')).toBe('ffd8')
})

test('the settings page names the encoder that was found', async () => {
  expect(await app.ok(courseFile.encoder, {}, admin)).toMatchObject({ version: expect.stringMatching(/^\d/) })
  expect((await app.call(courseFile.encoder, {}, teacher)).code).toBe(errors.forbidden[0])
})

describe('encrypted', () => {
  let id = ''
  let courseId = ''
  const opened = async (who = ann) => (await app.ok(course.detail, { id: courseId }, who)).files[0]!
  beforeAll(async () => {
    await settings({ encodeType: 'ffmpeg', videoEncode: 'm3u8_encode', videoQuality: '480p' })
    ;({ id } = await done('secret.mp4', { length: 8 }))
    courseId = await makeCourse(app.ctx(), { files: [{ fileId: id }] })
  })

  test('a learner plays it by a playlist of their own; the key opens the segments', async () => {
    const { fileUrl, viewUrl, posterUrl } = await opened()
    expect(fileUrl).toBe(viewUrl)
    expect(fileUrl).toMatch(/^\/api\/course\/file\/play\/\d+\/\d+\/\d+\/[\w-]+\/index\.m3u8$/)
    expect((await get(posterUrl)).statusCode).toBe(200)
    const playlist = (await get(fileUrl)).body
    const lines = playlist.split('\n')
    const segments = lines.filter((line) => line.startsWith('/files/'))
    expect(segments.length).toBe(2)
    const keyUrl = /URI="([^"]*)"/.exec(playlist)?.[1] ?? ''
    expect(keyUrl).toMatch(new RegExp(`^/api/course/file/decrypt\\?id=${id}&v=\\d+$`))
    const { play } = await app.ok(courseFileLearn['load-process'], { courseId, fileId: id }, ann)
    const reply = await get(`${keyUrl}&auth=${authOf(play)}`, ann.token)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload).toHaveLength(16)
    expect((await get(`${keyUrl.replace('decrypt', 'desc')}&auth=${authOf(play)}`, ann.token)).rawPayload).toEqual(reply.rawPayload)
    const iv = Buffer.from(/IV=0x([\da-f]+)/i.exec(playlist)?.[1] ?? '', 'hex')
    const sealed = (await get(segments[0] ?? '')).rawPayload
    const cipher = createDecipheriv('aes-128-cbc', reply.rawPayload, iv)
    const clear = Buffer.concat([cipher.update(sealed), cipher.final()])
    expect([clear[0], clear[188]]).toEqual([0x47, 0x47])
    expect(sealed[0] === 0x47 && sealed[188] === 0x47).toBe(false)
    // neither the key nor the encoder's own playlist can be fetched as files
    const [name = ''] = /media\/[\da-f]{32}/.exec(segments[0] ?? '') ?? []
    for (const one of ['index.m3u8', 'key.bin', 'key.info'])
      expect((await get(`/files/${name}/${one}${segments[0]?.slice(segments[0].indexOf('?'))}`)).statusCode).toBe(404)
    expect(existsSync(join(app.app.storage.privateRoot, name, 'key.bin'))).toBe(false)
    const row = await app.db.selectFrom('courseFileKey').where('fileId', '=', id).select('sealed').executeTakeFirstOrThrow()
    expect(app.app.seal.isSealed(row.sealed)).toBe(true)
  })

  test('staff plays it in the library without a course, by a playlist and a key of their own; learners do not see the library', async () => {
    const { viewUrl, play } = await app.ok(courseFile.detail, { id }, teacher)
    const { body } = await get(viewUrl)
    const keyUrl = /URI="([^"]*)"/.exec(body)?.[1] ?? ''
    const reply = await get(`${keyUrl}&auth=${authOf(play!)}`, teacher.token)
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 16])
    const segment = body.split('\n').find((line) => line.startsWith('/files/')) ?? ''
    expect((await get(segment)).statusCode).toBe(200)
    expect((await app.call(courseFile.detail, { id }, ann)).code).toBe(errors.forbidden[0])
    // what staff was given asks for no key in a learner's session
    expect((await get(`${keyUrl}&auth=${authOf(play!)}`, ann.token)).statusCode).toBe(403)
  })

  test('refusals of keys are HTTP 403', async () => {
    const { play } = await app.ok(courseFileLearn['load-process'], { courseId, fileId: id }, ann)
    const address = (auth: string) => `/api/course/file/decrypt?id=${id}&v=0&auth=${auth}`
    const statusOf = async (auth: string, token: string) => (await get(address(auth), token)).statusCode
    expect(await statusOf(authOf(play), ann.token)).toBe(200)
    expect(await statusOf(authOf(play), '')).toBe(403)
    expect(await statusOf('x', ann.token)).toBe(403)
    expect(await statusOf(authOf(play, new Date(app.clock.now().getTime() - 130_000)), ann.token)).toBe(403)
    // the key of another session
    expect(await statusOf(authOf(play), bob.token)).toBe(403)
    const own = (await app.ok(courseFileLearn['load-process'], { courseId, fileId: id }, bob)).play
    expect(await statusOf(authOf(own), bob.token)).toBe(200)
    await app.db.updateTable('course').set({ endTime: app.clock.now() }).where('id', '=', courseId).execute()
    expect(await statusOf(authOf(own), bob.token)).toBe(403)
    await app.db.updateTable('course').set({ endTime: null }).where('id', '=', courseId).execute()
  })

  test('a stolen address: not changed to another person, not after its end, not after its person signed out', async () => {
    const { fileUrl } = await opened()
    const segment = (await get(fileUrl)).body.split('\n').find((line) => line.startsWith('/files/')) ?? ''
    expect((await get(segment)).statusCode).toBe(200)
    expect((await get(segment.replace(`u=${ann.id}`, `u=${bob.id}`))).statusCode).toBe(404)
    expect((await get(segment.replace(/u=\d+&/, ''))).statusCode).toBe(404)
    expect((await get(fileUrl.replace(`/${ann.id}/`, `/${bob.id}/`))).statusCode).toBe(404)
    await endSessions(app.ctx(), [ann.id], 'logout')
    expect((await get(segment)).statusCode).toBe(404)
    expect((await get(fileUrl)).statusCode).toBe(404)
    await app.as('ann')
    expect((await get(segment)).statusCode).toBe(200)
    app.clock.advance(7 * 3_600)
    expect((await get(segment)).statusCode).toBe(404)
    expect((await get(fileUrl)).statusCode).toBe(404)
  })
})

/** Kills the processes of this one that read and encode. @returns how many */
function killEncoders(): number {
  const encoders = childProcesses(/media\.worker|ffmpeg/)
  for (const pid of encoders) process.kill(pid, 'SIGKILL')
  return encoders.length
}

describe('without any encoder', () => {
  test('an MP4 that browsers play is handed on as it is; another form and another codec are refused in words', async () => {
    findEncoderBy(app.app, () => findEncoder('/nowhere', async () => undefined))
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      await settings({ encodeType: 'ffmpeg', videoEncode: 'mp4', videoQuality: 'original' })
      expect(await app.ok(courseFile.encoder, {}, admin)).toMatchObject({ source: 'copy', version: '' })
      expect(await done('as-is.mp4', { length: 2 })).toMatchObject({ state: CourseFileState.ready, rendition: 'mp4', duration: 2 })
      const words = { state: CourseFileState.failed, error: expect.stringContaining('服务器没有转码程序') }
      expect(await done('as-is.mkv', { length: 2 })).toMatchObject(words)
      await settings({ encodeType: 'ffmpeg', videoEncode: 'm3u8_encode', videoQuality: 'original' })
      expect(await done('sealed.mp4', { length: 2 })).toMatchObject(words)
    } finally {
      process.env.PATH = path
      findEncoderBy(app.app, (home) => findEncoder(home === '' ? '/nowhere' : home))
    }
  })
})

describe('interrupted work', () => {
  test('a task whose server was killed goes on elsewhere, and is given up after three times', async () => {
    await settings({ encodeType: 'ffmpeg', videoEncode: 'mp4', videoQuality: '480p' })
    const id = await upload('killed.mp4', { length: 2 })
    const abandoned = (attempt: number) =>
      app.db
        .updateTable('commonTask')
        .set({ state: TaskState.running, node: 'gone', attempt, leaseUntil: new Date(0), finishTime: null })
        .where('subject', '=', subjectOf(id))
        .execute()
    await abandoned(1)
    await drainTasks(app.app)
    expect((await detail(id)).state).toBe(CourseFileState.ready)
    await app.ok(courseFile.transcode, { ids: [id] }, teacher)
    await app.db
      .updateTable('commonTask')
      .set({ state: TaskState.running, node: 'gone', attempt: 3, leaseUntil: new Date(0) })
      .where('subject', '=', subjectOf(id))
      .where('state', '=', TaskState.waiting)
      .execute()
    await drainTasks(app.app)
    expect(await detail(id)).toMatchObject({ state: CourseFileState.failed, error: '多次中断，已放弃' })
  })

  // encoders have the lowest priority: they get what other work leaves
  test('a killed encoder leaves nothing, and the work is done again', { timeout: 600_000 }, async () => {
    await settings({ encodeType: 'ffmpeg', videoEncode: 'm3u8', videoQuality: '480p' })
    const own = await findEncoder('/nowhere')
    let killed = 0
    findEncoderBy(app.app, async () => ({
      ...own,
      run: (job, control) =>
        own.run(job, {
          ...control,
          onPercent(percent) {
            control.onPercent(percent)
            if (killed === 0) killed = killEncoders()
          },
        }),
    }))
    const before = await renditionFolders()
    const id = await upload('shot.mp4', { length: 8, size: '640x360' })
    await drainTasks(app.app)
    expect(killed).toBeGreaterThan(0)
    expect([(await detail(id)).state, await renditionFolders()]).toEqual([CourseFileState.converting, before])
    await app.db
      .updateTable('commonTask')
      .set({ startAfter: new Date(0) })
      .where('subject', '=', subjectOf(id))
      .execute()
    await drainTasks(app.app)
    expect(await detail(id)).toMatchObject({ state: CourseFileState.ready, rendition: 'm3u8', duration: 8 })
    expect(await renditionFolders()).toHaveLength(before.length + 1)
    findEncoderBy(app.app, (home) => findEncoder(home === '' ? '/nowhere' : home))
  })

  test('an encoder that runs already gets no processor time while it must rest, and goes on afterwards', async () => {
    let isBusy = true
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
    const stopped = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.[0] === 'T'
    const watch = watchChild(child, { signal: new AbortController().signal, isPaused: () => isBusy }, 60_000)
    await expect.poll(stopped).toBe(true)
    isBusy = false
    await expect.poll(stopped).toBe(false)
    // one that waits for its next work must not stay stopped
    isBusy = true
    await expect.poll(stopped).toBe(true)
    watch.end()
    await expect.poll(stopped).toBe(false)
    child.kill('SIGKILL')
  })

  test('nothing is encoded while a hall sits an exam', async () => {
    let busy = true
    pauseTasksWhile(app.app, async () => busy)
    const id = await upload('later.mp4', { length: 2 })
    await drainTasks(app.app)
    expect((await detail(id)).state).toBe(CourseFileState.converting)
    busy = false
    await drainTasks(app.app)
    expect((await detail(id)).state).toBe(CourseFileState.ready)
  })
})
