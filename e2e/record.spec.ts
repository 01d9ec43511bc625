// A recorded exam: consent, camera and screen, watched live, a killed server, a reload, the rest after the hand-in, the replay with its review and audit.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import type { Page } from '@playwright/test'
import { openExam } from './exam-setup.ts'
import { testWithDevices as test } from './fake-camera.ts'
import { expect, signIn } from './fixtures.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined ? Promise.resolve(undefined) : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
/** Pieces that the browser keeps because the server does not have them. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('exam-record')
        request.addEventListener('success', () => {
          const count = request.result.transaction('pieces').objectStore('pieces').count()
          count.addEventListener('success', () => {
            request.result.close()
            resolve(count.result)
          })
        })
      }),
  )

test('camera and screen are recorded with consent, survive a killed server and a reload, and are replayed with an audit', async ({
  site,
  openAs,
}) => {
  test.slow()
  const { examId, title } = await openExam(site, { types: [1], recordCamera: true, recordScreen: true })
  const learner = 'learner43'
  const { page, client } = await openAs(learner, `/web/exam/check/${examId}`, { apart: true })
  const notice = page.getByRole('region', { name: '录制说明' })
  await expect(notice).toContainText('本场考试将录制摄像头画面、整个屏幕')
  await shot(page, 'record-notice')
  const start = page.getByRole('button', { name: '开始考试' })
  await page.getByRole('checkbox').check()
  await notice.getByRole('button', { name: '不同意' }).click()
  await expect(notice).toContainText('您可联系监考老师安排其他方式')
  await expect(start).toBeDisabled()
  await notice.getByRole('button', { name: '同意并继续' }).click()
  await expect(notice).toContainText('您已同意录制')
  await start.click()

  const layer = page.getByRole('dialog', { name: '共享整个屏幕' })
  await shot(page, 'record-layer')
  await layer.getByRole('button', { name: '共享整个屏幕' }).click()
  const sign = page.locator('[data-part=record]')
  await expect(sign).toHaveAttribute('data-on', 'true')
  await shot(page, 'record-room')
  const paperId = page.url().split('/').at(-1)!
  const admin = await signIn(site, 'admin')
  const detail = () => admin.call(evidence.detail, { paperId })
  const bytes = async () => (await detail()).tracks.map((track) => track.parts.reduce((sum, part) => sum + part.bytes, 0))
  await expect.poll(async () => (await bytes()).every((one) => one > 0)).toBe(true)

  // an invigilator sees the newest picture of everybody, and follows one of them
  const { page: proctor } = await openAs('admin', `/admin/exam/watch/detail?examId=${examId}&tab=record`)
  await expect(proctor.getByTestId('record-grid').locator('video')).toHaveCount(1)
  await shot(proctor, 'record-grid')
  await proctor.goto(`/admin/exam/evidence/${paperId}?live=1`)
  await expect(proctor.getByRole('button', { name: '停止跟随' })).toBeVisible()
  await expect(proctor.locator('[data-part=track]').first()).toHaveAttribute('data-shown', 'picture')
  const heard = () => proctor.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const first = await heard()
  await expect.poll(heard).toBeGreaterThan(first + 6)
  await shot(proctor, 'record-live')
  await proctor.close()

  // pieces wait in the browser while the server is away
  await site.kill()
  await expect.poll(() => kept(page)).toBeGreaterThan(6)
  await page.getByRole('radio', { name: '119' }).check()
  await site.start()
  const before = await bytes()
  await expect.poll(async () => (await bytes()).every((one, at) => one > before[at]!)).toBe(true)

  // a reload goes on with another part; the screen needs a click again, and its unsent pieces come with the new page
  await page.reload()
  await page.getByRole('dialog', { name: '共享整个屏幕' }).getByRole('button', { name: '暂不共享，先作答' }).click()
  await expect(page.getByText('屏幕共享已停止，请点击恢复共享。')).toBeVisible()
  await expect(sign).toHaveAttribute('data-on', 'false')
  await shot(page, 'record-stopped')
  await page.getByRole('button', { name: '恢复共享' }).click()
  await expect(sign).toHaveAttribute('data-on', 'true')
  await expect.poll(async () => (await detail()).tracks.map((track) => track.parts.length)).toEqual([2, 2])
  await page.getByRole('banner').getByRole('button', { name: '交卷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
  await expect.poll(() => kept(page)).toBe(0)
  await expect.poll(async () => (await client.call(record.mine, { paperId }))?.state).toBe(RecordState.complete)
  const { tracks } = await detail()
  // what was recorded before the kill and after the reload is there; only the reload itself is a hole
  for (const { parts } of tracks) for (const part of parts) expect(part.clusters.length).toBeGreaterThan(0)

  const { page: viewer } = await openAs('admin', '/admin/exam/evidence')
  const row = viewer.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('完整')
  await row.getByRole('link', { name: '查看录像' }).click()
  const shown = viewer.locator('[data-part=track]')
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toHaveAttribute('data-shown', 'picture')
  await viewer.getByRole('button', { name: '播放', exact: true }).click()
  await expect.poll(() => viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(2)
  await shot(viewer, 'record-replay')
  await viewer.getByRole('button', { name: '暂停' }).click()
  await viewer.getByRole('button', { name: '标记此处' }).click()
  const mark = viewer.getByRole('dialog', { name: '标记录像' })
  await mark.getByRole('combobox', { name: '标记' }).fill('有他人进入')
  await mark.getByRole('button', { name: '确定' }).click()
  await expect(viewer.getByRole('list', { name: '人工标记' })).toContainText('有他人进入')
  await viewer.getByRole('button', { name: '复核录像' }).click()
  const verdict = viewer.getByRole('dialog', { name: '复核录像' })
  await verdict.getByRole('radio', { name: '违规' }).check()
  await verdict.getByRole('textbox', { name: '复核说明' }).fill('录像中多次有他人进入画面')
  await verdict.getByRole('radio', { name: '答卷作废' }).check()
  await shot(viewer, 'record-verdict')
  await verdict.getByRole('button', { name: '确定' }).click()
  await expect(viewer.getByRole('list', { name: '复核结论' })).toContainText('答卷作废')
  await shot(viewer, 'record-reviewed')
  await viewer.getByRole('button', { name: '导出录像' }).click()
  await viewer.getByRole('dialog', { name: '导出录像' }).getByRole('button', { name: '确定' }).click()
  await viewer.getByRole('button', { name: '导出任务' }).click()
  const download = viewer.waitForEvent('download')
  await viewer.getByRole('list', { name: '导出任务' }).getByRole('button', { name: '下载' }).click()
  expect((await (await download).createReadStream().then((file) => file.toArray())).length).toBeGreaterThan(0)
  await viewer.keyboard.press('Escape')
  await viewer.getByRole('tab', { name: '查看记录' }).click()
  await expect(viewer.getByRole('cell', { name: '已导出' }).first()).toBeVisible()
  await expect(viewer.getByRole('cell', { name: '已加载' }).first()).toBeVisible()
  await expect.poll(async () => (await admin.call(evidence.views, { current: 1, size: 50, params: { paperId } })).total).toBeGreaterThan(1)
})
