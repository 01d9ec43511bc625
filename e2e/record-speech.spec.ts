// A recorded exam with sound: something like speech is found by the worklet of the built pages, sent with the film, and a lane of the replay.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { openExam } from './exam-setup.ts'
import { testWithDevices as test } from './fake-camera.ts'
import { expect, signIn } from './fixtures.ts'
import { standIn, talk } from './voice.ts'

test('words that the microphone hears are a time of the replay', async ({ site, openAs }) => {
  test.slow()
  const { examId } = await openExam(site, { types: [1], recordCamera: true, recordSound: true })
  const { page } = await openAs('learner44', '/web/index', { apart: true })
  await page.addInitScript(standIn, { ...talk, draws: true })
  await page.goto(`/web/exam/check/${examId}`)
  const notice = page.getByRole('region', { name: '录制说明' })
  await expect(notice).toContainText('浏览器会标出可能有人说话的时间段')
  await notice.getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '开始考试' }).click()
  await expect(page.locator('[data-part=record]')).toHaveAttribute('data-on', 'true')
  const paperId = page.url().split('/').at(-1)!
  const admin = await signIn(site, 'admin')
  const speech = async () => (await admin.call(evidence.detail, { paperId })).speech
  await expect.poll(speech, { timeout: 60_000 }).toHaveLength(1)
  const [{ fromMs, toMs }] = (await speech()) as [{ fromMs: number; toMs: number }]
  expect(toMs - fromMs).toBeGreaterThan(4_000)
  expect(toMs - fromMs).toBeLessThan(9_000)

  const replay = await openAs('admin', `/admin/exam/evidence/${paperId}`)
  await expect(replay.page.getByText('说话声', { exact: true })).toBeVisible()
  await expect(replay.page.getByRole('button', { name: /^该时段可能有人说话/ })).toBeVisible()
})
