// An encrypted video from its upload to its end: converted by the server, played from a playlist with one key, and useless to who copies it.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import type { Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSample } from '../server/test/media.ts'
import { barriers } from './axe.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'

const LENGTH = 10
let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuyuan-video-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))
/** Sends the video through the page and waits until it is converted. @returns its id */
async function uploadVideo({ page, client }: { page: Page; client: Client }, title: string): Promise<string> {
  const path = join(folder, `${title}.mp4`)
  await makeSample(path, { length: LENGTH, size: '320x180' })
  await page.getByRole('button', { name: '上传课件' }).first().click()
  const upload = page.getByRole('dialog', { name: '上传课件' })
  await upload.locator('input[type=file]').setInputFiles(path)
  await upload.getByRole('button', { name: '保存1个课件' }).click()
  await expect(page.getByText('已保存1个课件')).toBeVisible()
  const { records } = await client.call(courseFile.paging, { params: { title } })
  const { id } = records[0]!
  const stateOf = async () => (await client.call(courseFile['fetch-state'], { ids: [id] }))[0]
  await expect.poll(stateOf, { timeout: 180_000 }).toEqual({ id, state: CourseFileState.ready, percent: 100, error: '' })
  expect(await client.call(courseFile.detail, { id })).toMatchObject({ rendition: 'm3u8_encode', duration: LENGTH })
  return id
}

/** A course of this video that may not be dragged. @returns its id */
async function makeCourse({ call }: Client, title: string, fileId: string): Promise<string> {
  const people = { openType: OpenType.all, deptCodes: [], groupIds: [], userIds: [] }
  const rules = { required: false, startTime: null, endTime: null, videoDrag: false, dragFinished: false, sequential: false }
  const files = [{ fileId, chapter: '', required: true, minSec: 0, stops: [] }]
  return (await call(course.save, { ...rules, ...people, title, files })).id
}

test('an encrypted video plays with one key, goes ahead to the furthest place only, is finished at its end, and cannot be copied', async ({
  site,
  openAs,
}) => {
  const title = '电梯困人演示'
  const admin = await openAs('admin', '/admin/course/file')
  const storage = { localDir: `${site.dataDir}/public/`, url: `${site.url}/files/` }
  const conversion = { encodeType: 'ffmpeg', videoEncode: 'm3u8_encode', videoQuality: '480p' }
  await admin.client.call(configProp.change, { type: 'upload', provider: 'local', data: { ...storage, ...conversion } })
  expect(await admin.client.call(courseFile.encoder, {})).toMatchObject({ source: 'package' })
  const fileId = await uploadVideo(admin, title)
  const courseId = await makeCourse(admin.client, title, fileId)

  const { page, client } = await openAs('learner29', `/web/course/view/${courseId}`)
  const keys: { url: string; token: string | undefined; status: Promise<number | undefined> }[] = []
  const media: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (url.includes('/api/course/file/decrypt'))
      keys.push({ url, token: request.headers()['token'], status: request.response().then((reply) => reply?.status()) })
    if (/\.(?:m3u8|ts)(?:\?|$)/.test(url)) media.push(url)
  })
  await page.getByRole('link', { name: '开始学习' }).click()
  const video = page.locator('video')
  const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const seek = (to: number) => video.evaluate((element: HTMLVideoElement, at) => (element.currentTime = at), to)
  await expect.poll(timeOf).toBeGreaterThan(1.5)
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(320)
  await page.getByRole('button', { name: '暂停' }).click()
  expect(await barriers(page)).toEqual([])

  const reached = await timeOf()
  await seek(LENGTH - 0.5)
  await expect(page.getByText('本课程不允许向前拖动进度')).toBeVisible()
  expect(await timeOf()).toBeCloseTo(reached, 1)
  await seek(0.2)
  await expect.poll(timeOf).toBeCloseTo(0.2, 1)
  await page.getByRole('button', { name: '播放', exact: true }).click()
  await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
  await expect(page.getByRole('article', { name: title }).getByText('已学完')).toBeVisible()

  expect(keys).toHaveLength(1)
  const [key] = keys
  expect(key).toMatchObject({ token: client.token, url: expect.stringMatching(new RegExp(`\\?id=${fileId}&v=\\d+&auth=[\\w-]{22}$`)) })
  expect(await key!.status).toBe(200)

  // what another person can do with the copied addresses
  const statusOf = async (url: string, token = '') => (await fetch(url, { headers: { token } })).status
  const other = await signIn(site, 'learner30')
  const { id: otherId } = await other.call(user.info)
  const { id: ownId } = await client.call(user.info)
  expect(await statusOf(key!.url, other.token)).toBe(403)
  const [playlist = '', segment = ''] = ['.m3u8', '.ts'].map((ending) => media.find((url) => new URL(url).pathname.endsWith(ending)))
  expect([await statusOf(playlist), await statusOf(segment)]).toEqual([200, 200])
  expect(await statusOf(playlist.replace(`/${ownId}/`, `/${otherId}/`), other.token)).toBe(404)
  expect(await statusOf(segment.replace(`u=${ownId}`, `u=${otherId}`), other.token)).toBe(404)
  await page.goto('about:blank')
  await client.call(user.logout, {})
  expect(await statusOf(playlist, other.token)).toBe(404)
  expect(await statusOf(segment, other.token)).toBe(404)
  expect(await statusOf(key!.url, client.token)).toBe(403)
})
