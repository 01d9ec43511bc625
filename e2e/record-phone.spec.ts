// The candidate's phone as second camera: the QR code in the room, the page of the phone, a lost network, a reload, the hand-in, and the replay.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { testWithDevices as test } from './fake-camera.ts'
import { expect, onPhone, signIn } from './fixtures.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined ? Promise.resolve(undefined) : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })

/** A phone with 15 percent of its battery. */
const nearlyEmpty = () => {
  Object.defineProperty(navigator, 'getBattery', { value: async () => ({ level: 0.15, charging: false }) })
}

test('a phone is connected by a QR code, records beside the candidate through a lost network and a reload, and ends with the hand-in', async ({
  site,
  openAs,
  browser,
}) => {
  test.slow()
  const { examId, title } = await openExam(site, { types: [1], recordPhone: true })
  const { page, client } = await openAs('learner44', `/web/exam/check/${examId}`, { apart: true })
  const notice = page.getByRole('region', { name: '录制说明' })
  await expect(notice).toContainText('本场考试将录制手机第二机位')
  await page.getByRole('checkbox').check()
  await notice.getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('button', { name: '开始考试' }).click()

  const layer = page.getByRole('dialog', { name: '连接手机第二机位' })
  const code = layer.getByRole('img')
  await expect(code).toHaveAttribute('aria-label', /\/pages\/cam\?rec=[\w-]{32}$/)
  await shot(page, 'phone-code')
  expect(await barriers(page)).toEqual([])
  const address = new URL((await code.getAttribute('aria-label')) ?? '')
  const paperId = page.url().split('/').at(-1)!
  const sign = page.locator('[data-part=record]')
  await expect(sign).toHaveAttribute('data-on', 'false')

  const context = await browser.newContext({ ...onPhone, locale: 'zh-CN', permissions: ['camera'] })
  await context.addInitScript(nearlyEmpty)
  const phone = await context.newPage()
  await phone.goto(site.url + address.pathname + address.search)
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  await shot(phone, 'phone-before')
  expect(await barriers(phone)).toEqual([])
  await phone.emulateMedia({ colorScheme: 'dark' })
  await phone.getByRole('button', { name: '开始录制' }).click()
  await expect(phone.getByText('录制中')).toBeVisible()
  await expect(phone.getByText('手机电量只剩 15%，请接上电源。')).toBeVisible()
  await shot(phone, 'phone-running')
  expect(await barriers(phone)).toEqual([])

  // the room notices the phone by itself, and its battery
  await expect(layer).toBeHidden()
  await expect(sign).toHaveAttribute('data-on', 'true')
  await expect(page.getByText('手机电量只剩 15%，请接上电源。')).toBeVisible()
  await shot(page, 'phone-room')
  const admin = await signIn(site, 'admin')
  const partsOf = async () => {
    const { tracks } = await admin.call(evidence.detail, { paperId })
    return tracks.find((one) => one.track === RecordTrack.phone)?.parts ?? []
  }
  const bytes = async () => (await partsOf()).reduce((sum, part) => sum + part.bytes, 0)
  await expect.poll(bytes).toBeGreaterThan(0)
  const { page: proctor } = await openAs('admin', `/admin/exam/watch/detail?examId=${examId}&tab=record`)
  await proctor.getByText('手机第二机位', { exact: true }).click()
  await expect(proctor.getByTestId('record-grid').locator('video')).toHaveCount(1)
  await expect(proctor.getByText('电量 15%')).toBeVisible()
  await shot(proctor, 'phone-grid')
  await proctor.close()

  // without a network the pieces wait on the phone
  await context.setOffline(true)
  await expect(phone.getByText('网络不通，画面先存在手机里，恢复后自动上传。')).toBeVisible()
  const before = await bytes()
  await context.setOffline(false)
  await expect.poll(bytes).toBeGreaterThan(before)

  // a phone that discards the page goes on by itself
  await phone.reload()
  await phone.setViewportSize({ width: 844, height: 390 })
  await expect(phone.getByText('录制中')).toBeVisible()
  await shot(phone, 'phone-landscape')
  await expect.poll(async () => (await partsOf()).length).toBe(2)
  await page.getByRole('radio', { name: '119' }).check()
  await page.getByRole('banner').getByRole('button', { name: '交卷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
  await expect(phone.getByText('考试已结束，录像已上传，可以关闭本页。')).toBeVisible()
  await shot(phone, 'phone-after')
  await expect.poll(async () => (await client.call(record.mine, { paperId }))?.state).toBe(RecordState.complete)
  await context.close()

  const { page: viewer } = await openAs('admin', `/admin/exam/evidence/${paperId}`)
  await expect(viewer.locator('[data-part=track]')).toHaveCount(1)
  await expect(viewer.locator('[data-part=track]')).toHaveAttribute('data-shown', 'picture')
  await shot(viewer, 'phone-replay')
  for (const place of ['exam/evidence', 'exam/watch/replay', 'exam/watch/own-replay']) {
    await viewer.goto(`/admin/${place}/${paperId}`)
    await expect(viewer.locator('[data-part=track]')).toHaveCount(1)
    // marks stand at their second, however near to each other (WCAG 2.5.8: essential)
    expect((await barriers(viewer)).filter(({ id }) => id !== 'target-size')).toEqual([])
  }
})
