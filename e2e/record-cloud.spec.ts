// A recording that goes straight to a cloud, in a real browser: encrypted there, replayed here, and on to the server when the cloud is blocked.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { Page } from '@playwright/test'
import { account, openStorageStub } from '../server/test/storage-stub.ts'
import { openExam } from './exam-setup.ts'
import { testWithDevices as test } from './fake-camera.ts'
import { expect, signIn } from './fixtures.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined ? Promise.resolve(undefined) : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })

async function enter(page: Page) {
  await page.getByRole('checkbox').check()
  await page.getByRole('region', { name: '录制说明' }).getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('button', { name: '开始考试' }).click()
  await expect(page.locator('[data-part=record]')).toHaveAttribute('data-on', 'true')
  return page.url().split('/').at(-1)!
}

test('a camera is recorded to a cloud that sees no picture, and goes on to the server when the cloud is blocked', async ({
  site,
  openAs,
}) => {
  test.slow()
  const cloud = await openStorageStub()
  const admin = await signIn(site, 'admin')
  const data = { endpoint: cloud.url, bucket: account.bucket, accessKeyId: account.id, accessKeySecret: account.secret }
  await admin.call(configProp.change, { type: 'upload', provider: 's3', data })
  const { examId } = await openExam(site, { types: [1], recordCamera: true, recordWhere: 'cloud' })
  const { page } = await openAs('learner43', `/web/exam/check/${examId}`, { apart: true })
  const posted: string[] = []
  page.on('request', (request) => request.url().includes('/api/paper/piece/') && posted.push(request.url()))
  const paperId = await enter(page)
  const parts = async () => (await admin.call(evidence.detail, { paperId })).tracks[0]?.parts ?? []
  await expect.poll(async () => (await parts())[0]?.clusters.length ?? 0).toBeGreaterThan(1)
  expect([posted, [...cloud.objects.values()].some(({ bytes }) => bytes.includes('webm'))]).toEqual([[], false])

  // its rules block this browser from now on
  await page.route(`${cloud.url}/**`, (route) => route.abort('blockedbyclient'))
  await expect.poll(async () => (await parts()).length).toBe(2)
  expect(posted.length).toBeGreaterThan(0)
  await page.unroute(`${cloud.url}/**`)

  const { page: viewer } = await openAs('admin', `/admin/exam/evidence/${paperId}`)
  await expect(viewer.locator('[data-part=track]')).toHaveAttribute('data-shown', 'picture')
  await viewer.getByRole('button', { name: '播放', exact: true }).click()
  await expect.poll(() => viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(2)
  await shot(viewer, 'record-cloud')
  await cloud.close()
})

test('a browser that writes no WebM records pictures, which are replayed on the same axis', async ({ site, openAs }) => {
  const admin = await signIn(site, 'admin')
  const { examId } = await openExam(site, { types: [1], recordCamera: true })
  const { page } = await openAs('learner43', '/web/home', { apart: true })
  await page.addInitScript(() => (MediaRecorder.isTypeSupported = () => false))
  await page.goto(`/web/exam/check/${examId}`)
  const paperId = await enter(page)
  const parts = async () => (await admin.call(evidence.detail, { paperId })).tracks[0]?.parts ?? []
  await expect.poll(async () => (await parts())[0]?.clusters.length ?? 0).toBeGreaterThan(3)
  expect((await parts())[0]?.mime).toBe('image/jpeg')
  const { page: viewer } = await openAs('admin', `/admin/exam/evidence/${paperId}`)
  await expect(viewer.locator('[data-part=track]')).toHaveAttribute('data-shown', 'picture')
  await expect
    .poll(() => viewer.locator('[data-part=track] img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await shot(viewer, 'record-pictures')
  expect(await admin.call(evidence.views, { current: 1, size: 5, params: { paperId } })).toMatchObject({ total: 1 })
})
