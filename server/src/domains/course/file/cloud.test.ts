// Conversion by the three clouds that store files, against stubs that check signatures: done, failed, lost, unreachable, too slow.
import { file as files } from '@shuyuan/contract/common/file.ts'
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openEncodeStub } from '../../../../test/encode-stub.ts'
import { makeSample } from '../../../../test/media.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { account, openStorageStub } from '../../../../test/storage-stub.ts'
import { drainTasks } from '../../common/task.service.ts'
import { findEncoderBy } from '../media/media-settings.service.ts'
import { subjectOf } from './media-queue.service.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const [cloud, media] = [await openStorageStub(), await openEncodeStub()]
const folder = await mkdtemp(join(tmpdir(), 'shuyuan-cloud-'))
afterAll(async () => {
  await Promise.all([cloud.close(), media.close(), rm(folder, { recursive: true, force: true })])
})
await makeSample(join(folder, 'film.mp4'), { length: 2, size: '640x360' })
const film = await readFile(join(folder, 'film.mp4'))

const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex')
const poster = ({ folder: into }: { folder: string }) => writeFile(join(into, 'poster.jpg'), jpeg)
const useEncoder = (takes: typeof poster) =>
  findEncoderBy(app.app, async () => ({ source: 'path', version: '1', run: () => Promise.reject(new Error('not here')), poster: takes }))
const taken = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#357' } })
  .jpeg()
  .toBuffer()

const settings = (provider: string, more: object = {}) => {
  const keys = {
    accessKeyId: account.id,
    accessKeySecret: account.secret,
    arn: 'acs:ram::1:role/r',
    endpoint: 'oss-cn-hangzhou.aliyuncs.com',
  }
  return {
    ...keys,
    bucket: account.bucket,
    url: `${cloud.url}/public/`,
    baseUrl: cloud.url,
    stsUrl: cloud.url,
    mediaUrl: media.url,
    secretId: account.id,
    secretKey: account.secret,
    region: provider === 'qiniu' ? 'z2' : 'ap-guangzhou',
    encodeType: 'online',
    mediaQueue: 'queue-7',
    videoQuality: provider === 'qcloud' ? '720' : '480p',
    ...more,
  }
}
const use = (provider: string, more: object = {}) =>
  app.ok(configProp.change, { type: 'upload', provider, data: settings(provider, more) }, admin)
/** Uploads a film, and does the task until it rests. */
async function upload() {
  const { data } = await app.upload(files.upload, film, 'film.mp4', { scene: 'course' }, admin.token)
  const { id } = await app.ok(courseFile.save, { title: 'film', fileUrl: data.url, duration: 0 }, admin)
  await drainTasks(app.app)
  return { id, key: data.url.split('?')[0]!.slice('/files/'.length) }
}
/** The next run of a task that rests. */
async function again(id: string) {
  await app.db
    .updateTable('commonTask')
    .set({ startAfter: new Date(0) })
    .where('subject', '=', subjectOf(id))
    .execute()
  await drainTasks(app.app)
  return app.ok(courseFile.detail, { id }, admin)
}
const stateOf = async (id: string) => (await app.ok(courseFile['fetch-state'], { ids: [id] }, admin))[0]
const finish = () => cloud.objects.set(media.submitted.at(-1)!.to, { bytes: film, type: 'video/mp4' })

beforeEach(() => {
  Object.assign(media, { trouble: 'none', job: 'waiting', submitted: [] })
  cloud.pictures.bytes = Buffer.alloc(0)
  useEncoder(poster)
})

describe.each(['aliyun', 'qcloud', 'qiniu'])('%s', (provider) => {
  test('a video is submitted once, followed, and its copy is what learners get', async () => {
    await use(provider)
    const { id, key } = await upload()
    expect(media.submitted).toEqual([
      { from: key, to: expect.stringMatching(/^\d{6}\/[\da-f]{32}\.mp4$/), queue: 'queue-7', size: expect.stringMatching(/^\d+x\d+$/) },
    ])
    expect(await stateOf(id)).toMatchObject({ state: CourseFileState.converting, error: '' })
    expect((await app.call(courseFile.transcode, { ids: [id] }, admin)).code).toBe(errors.courseFileConverting[0])
    media.job = 'running'
    expect((await again(id)).state).toBe(CourseFileState.converting)
    expect((await stateOf(id))?.percent).toBe(provider === 'qiniu' ? 0 : 40)
    for (const trouble of ['5xx', 'cut', 'garbage'] as const) {
      media.trouble = trouble
      expect((await again(id)).state).toBe(CourseFileState.converting)
    }
    Object.assign(media, { trouble: 'none', job: 'done' })
    finish()
    const done = await again(id)
    expect(done).toMatchObject({ state: CourseFileState.ready, rendition: 'mp4', duration: 2, error: '' })
    expect(done.viewUrl).toMatch(/^\/files\/\d{6}\/[\da-f]{32}\.mp4\?e=/)
    expect(media.submitted).toHaveLength(1)
    // the picture is taken here
    const picture = await app.http.inject({ url: done.posterUrl })
    expect([picture.headers['content-type'], picture.rawPayload.equals(jpeg)]).toEqual(['image/jpeg', true])
    const reply = await app.http.inject({ url: done.viewUrl })
    expect(reply.statusCode).toBe(302)
    expect(Buffer.from(await (await fetch(String(reply.headers.location))).arrayBuffer()).equals(film)).toBe(true)
  })

  test('the provider takes the picture that no encoder here can take; without one the video is ready all the same', async () => {
    await use(provider)
    useEncoder(async () => Promise.reject(new Error('no encoder')))
    const finished = async (id: string) => {
      media.job = 'done'
      finish()
      return again(id)
    }
    const bare = await upload()
    expect(await finished(bare.id)).toMatchObject({ state: CourseFileState.ready, posterUrl: '' })
    cloud.pictures.bytes = Buffer.from('<html>')
    const wrong = await upload()
    expect(await finished(wrong.id)).toMatchObject({ state: CourseFileState.ready, posterUrl: '' })
    cloud.pictures.bytes = taken
    const { id } = await upload()
    const done = await finished(id)
    expect(cloud.pictures.taken.at(-1)).toBe(media.submitted.at(-1)!.to)
    const picture = await app.http.inject({ url: done.posterUrl })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  })

  test.each([
    ['failed', '云端转码失败：BadMedia'],
    ['lost', undefined],
  ] as const)('a job that is %s ends in state 2 with a reason; another try begins anew', async (job, reason) => {
    await use(provider)
    const { id } = await upload()
    media.job = job
    const found = await again(id)
    expect(found.state).toBe(CourseFileState.failed)
    expect(found.error).toMatch(reason ?? /./)
    await app.ok(courseFile.transcode, { ids: [id] }, admin)
    await drainTasks(app.app)
    expect(media.submitted).toHaveLength(2)
  })

  test('a refusal ends it at once; without an answer it is tried three times', async () => {
    await use(provider)
    media.trouble = 'refuse'
    expect(await again((await upload()).id)).toMatchObject({ state: CourseFileState.failed, error: /拒绝/ })
    media.trouble = '5xx'
    const { id } = await upload()
    expect((await again(id)).state).toBe(CourseFileState.converting)
    expect((await again(id)).state).toBe(CourseFileState.failed)
    expect(media.submitted).toEqual([])
  })

  test('an output that is not there, and a job of more than a day', async () => {
    await use(provider)
    media.job = 'done'
    const gone = await upload()
    expect(await again(gone.id)).toMatchObject({ state: CourseFileState.failed, error: '转码没有产生可播放的内容' })
    media.job = 'running'
    const slow = await upload()
    app.clock.advance(86_500)
    expect(await again(slow.id)).toMatchObject({ state: CourseFileState.failed, error: '云端转码超过24小时没有完成' })
  })

  test('the settings page says so, and shows no secret', async () => {
    await use(provider)
    expect(await app.ok(courseFile.encoder, {}, admin)).toMatchObject({ source: 'online', version: provider })
    const shown = await app.ok(configProp.detail, { type: 'upload' }, admin)
    expect(JSON.stringify(shown)).not.toContain(account.secret)
  })
})

test('Aliyun needs a queue', async () => {
  await use('aliyun', { mediaQueue: '' })
  const { id } = await upload()
  expect(await app.ok(courseFile.detail, { id }, admin)).toMatchObject({
    state: CourseFileState.failed,
    error: '请先在存储配置中填写转码队列',
  })
})
