// Notes and questions of a learner, the teacher's answer, and who has learnt what.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wavOf } from '../server/src/seed/wav.ts'
import { account, openStorageStub, type StorageStub } from '../server/test/storage-stub.ts'
import { barriers } from './axe.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'
import { uploadLesson } from './packages.ts'
import type { Site } from './server.ts'

const silence = (seconds: number, rate = 8_000) => wavOf(new Uint8Array(Math.round(seconds * rate)).fill(128), rate)

/** A required course of a recording of 30 seconds, due in ten days. @returns its id */
async function makeCourse(site: Site, { call }: Client, title: string, userIds: string[]): Promise<string> {
  const fileId = await uploadLesson(site, title, { ending: 'wav', type: 'audio/wav', bytes: silence(30) })
  const saved = await call(course.save, {
    title,
    openType: OpenType.persons,
    required: true,
    startTime: null,
    endTime: null,
    deadlineTime: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
    videoDrag: true,
    dragFinished: false,
    sequential: false,
    files: [{ fileId, required: true, minSec: 0 }],
    deptCodes: [],
    groupIds: [],
    userIds,
  })
  return saved.id
}

/** The id of a signed-in user. */
const idOf = async ({ token }: Client, url: string) => {
  const reply = await fetch(`${url}/api/sys/user/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: '{}',
  })
  return ((await reply.json()) as { data: { id: string } }).data.id
}

test('a learner notes a second and comes back to it, asks, and reads the answer; the teacher sees who lacks what and reminds them', async ({
  site,
  openAs,
}) => {
  const title = '电梯困人演练'
  const [one, other] = [await signIn(site, 'learner21'), await signIn(site, 'learner22')]
  const userIds = [await idOf(one, site.url), await idOf(other, site.url)]
  const courseId = await makeCourse(site, await signIn(site, 'teacher'), title, userIds)

  const { page } = await openAs('learner21', `/web/course/view/${courseId}`)
  await expect(page.getByText(/^截止：/)).toBeVisible()
  await page.getByRole('link', { name: '开始学习' }).click()
  const audio = page.locator('audio')
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.currentTime)).toBeGreaterThan(0.3)
  await audio.evaluate((media: HTMLAudioElement) => {
    media.pause()
    media.currentTime = 12
  })
  await page.getByRole('tab', { name: '笔记' }).click()
  await page.getByRole('textbox', { name: '写一条笔记，只有您自己看得到' }).fill('先安抚，再报告')
  await page.getByRole('button', { name: '记下来' }).click()
  await expect(page.getByText('先安抚，再报告')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await audio.evaluate((media: HTMLAudioElement) => (media.currentTime = 0))
  await page.getByRole('button', { name: `回到 ${title} · 0:12` }).click()
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => Math.round(media.currentTime))).toBe(12)
  await page.getByRole('tab', { name: '问答' }).click()
  await page.getByRole('textbox', { name: /^向老师提问/ }).fill('困人时可以自己扒门吗？')
  await page.getByRole('button', { name: '提问' }).click()
  await expect(page.getByText('等待回答')).toBeVisible()
  expect(await barriers(page)).toEqual([])

  const { page: office } = await openAs('teacher', `/admin/course/view/${courseId}?view=talk`)
  await office.getByRole('row').filter({ hasText: '困人时可以自己扒门吗？' }).getByRole('button', { name: '回答' }).click()
  const dialog = office.getByRole('dialog', { name: '回答提问' })
  await dialog.getByLabel('回答内容').fill('不可以，按铃等待救援。')
  expect(await barriers(office)).toEqual([])
  await dialog.getByRole('button', { name: /确\s*定|保\s*存/ }).click()
  await expect(office.getByText('回答已发送，提问的学员会收到消息')).toBeVisible()

  await office.getByRole('tab', { name: '学员' }).click()
  const people = office.getByRole('table').first()
  await expect(people.getByRole('row').filter({ hasText: 'learner21' })).toContainText('学习中')
  await expect(people.getByRole('row').filter({ hasText: 'learner22' })).toContainText('未学习')
  expect(await barriers(office)).toEqual([])
  const saved = office.waitForEvent('download')
  await office.getByRole('button', { name: /导出$/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^学习名单_电梯困人演练_.+\.xlsx$/)
  await office.getByRole('button', { name: '提醒未学完的学员' }).click()
  await office
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(office.getByText('已提醒 2 人')).toBeVisible()

  // from the first view of the course, where no file is open yet
  await page.goto(`/web/course/view/${courseId}`)
  await page.getByRole('tab', { name: '问答' }).click()
  await expect(page.getByText('不可以，按铃等待救援。')).toBeVisible()
  await expect(page.getByText('已回答')).toBeVisible()
  await page.getByRole('tab', { name: '笔记' }).click()
  await page.getByRole('button', { name: `回到 ${title} · 0:12` }).click()
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.currentTime)).toBeGreaterThanOrEqual(12)
})

test('a large upload goes on after the connection was lost', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/course/file')
  const asked: string[] = []
  await page.route('**/api/common/file/pieces/*', async (route) => {
    const request = route.request()
    asked.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim())
    if (asked.length === 3) return route.abort('connectionreset')
    return route.continue()
  })
  await page.getByRole('button', { name: '上传课件' }).first().click()
  const upload = page.getByRole('dialog', { name: '上传课件' })
  const buffer = silence(1_500)
  await upload.locator('input[type=file]').setInputFiles([{ name: '整场录音.wav', mimeType: 'audio/wav', buffer }])
  await upload.getByRole('button', { name: '保存1个课件' }).click()
  await expect(page.getByText('已保存1个课件')).toBeVisible()
  const piece = 8 * 1024 * 1024
  expect(asked).toEqual(['HEAD', 'PATCH 0', `PATCH ${piece}`, 'HEAD', `PATCH ${piece}`])
  const { records } = await client.call(courseFile.paging, { params: { title: '整场录音' } })
  expect(records[0]).toMatchObject({ fileSize: buffer.length })
})

/** Uploads go straight to this cloud from now on. */
async function useCloud({ call }: Client, { url }: StorageStub) {
  const keys = { accessKeyId: account.id, accessKeySecret: account.secret, arn: 'acs:ram::1:role/upload', stsUrl: url }
  const data = { ...keys, bucket: account.bucket, endpoint: 'oss-cn-hangzhou.aliyuncs.com', url: `${url}/public/`, baseUrl: url }
  await call(configProp.change, { type: 'upload', provider: 'aliyun', data })
}

test('a large upload to a cloud goes on after the connection was lost and the page was closed', async ({ site, openAs }) => {
  const cloud = await openStorageStub()
  await useCloud(await signIn(site, 'admin'), cloud)
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-e2e-'))
  const path = join(folder, '整天录音.wav')
  const bytes = silence(2_500)
  await writeFile(path, bytes)
  const { page, client } = await openAs('teacher', '/admin/course/file')
  const sent: string[] = []
  let isCut = true
  await page.route(`${cloud.url}/**`, async (route) => {
    const request = route.request()
    if (request.method() === 'PUT') sent.push(new URL(request.url()).searchParams.get('partNumber') ?? '')
    return isCut && sent.length > 1 ? route.abort('connectionreset') : route.continue()
  })
  const choose = async () => {
    await page.getByRole('button', { name: '上传课件' }).first().click()
    const upload = page.getByRole('dialog', { name: '上传课件' })
    await upload.locator('input[type=file]').setInputFiles(path)
    return upload
  }
  await choose()
  // it tries on with pauses
  await expect.poll(() => sent.slice(0, 3)).toEqual(['1', '2', '2'])
  await page.reload()
  isCut = false
  sent.length = 0
  await (await choose()).getByRole('button', { name: '保存1个课件' }).click()
  await expect(page.getByText('已保存1个课件')).toBeVisible()
  expect(sent).toEqual(['2', '3'])
  const { records } = await client.call(courseFile.paging, { params: { title: '整天录音' } })
  expect(records[0]).toMatchObject({ fileSize: bytes.length })
  expect([...cloud.objects.values()].some((one) => one.bytes.equals(bytes))).toBe(true)
  await cloud.close()
  await rm(folder, { recursive: true })
})
