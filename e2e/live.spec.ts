// A broadcast: cast from one browser, seen in another, chat both ways, and the replay learnt from.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import type { Page } from '@playwright/test'
import { testWithDevices as test } from './fake-camera.ts'
import { expect, signIn } from './fixtures.ts'
import { openLive } from './site-setup.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined
    ? Promise.resolve(undefined)
    : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })
const playedIn = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

test('a cast is seen in another browser, both sides write, and the replay is learnt from', async ({ site, openAs }) => {
  const teacher = await signIn(site, 'teacher')
  const learner = await signIn(site, 'learner34')
  const { records } = await learner.call(course['user-paging'], { params: {} })
  const details = await Promise.all(records.map((one) => learner.call(course.detail, { id: one.id })))
  const { id: courseId } = details.find((one) => one.canLearn && !one.sequential)!
  const { id } = await openLive(teacher, courseId)
  const { fileId } = await teacher.call(liveRoom.detail, { id })
  const { page: viewer } = await openAs('learner34', `/web/course/view/${courseId}/${fileId}`)
  await expect(viewer.getByText('等待主讲人开始直播…')).toBeVisible()
  await shot(viewer, 'live-wait')
  const { page: host } = await openAs('teacher', `/admin/course/live/room/${id}`)
  await shot(host, 'live-host-before')
  await host.getByRole('button', { name: '开始直播' }).click()
  await expect(host.getByText('正在直播')).toBeVisible()
  const begun = Date.now()
  await expect.poll(() => playedIn(viewer), { intervals: [100] }).toBeGreaterThan(0)
  test.info().annotations.push({ type: 'seen after', description: `${Date.now() - begun} ms` })

  // where to write is in sight without scrolling
  for (const page of [viewer, host]) await expect(page.getByRole('textbox', { name: '发言内容' })).toBeInViewport({ ratio: 1 })
  await viewer.getByRole('textbox', { name: '发言内容' }).fill('听得清楚')
  await viewer.getByRole('button', { name: '发送' }).click()
  await expect(host.getByText('听得清楚')).toBeVisible()
  await host.getByRole('textbox', { name: '发言内容' }).fill('那我们开始')
  await host.getByRole('button', { name: '发送' }).click()
  await expect(viewer.getByText('那我们开始')).toBeVisible()
  await host.getByRole('button', { name: '隐藏' }).first().click()
  await expect(viewer.getByText('听得清楚')).toBeHidden()
  await expect.poll(() => playedIn(viewer)).toBeGreaterThan(2)
  await shot(viewer, 'live-view')
  await shot(host, 'live-host')
  const watched = await playedIn(viewer)

  await host.getByRole('button', { name: '结束直播' }).click()
  await host.getByRole('button', { name: '确定' }).click()
  await expect.poll(async () => (await teacher.call(liveRoom.detail, { id })).phase).toBe('replay')
  // the page shows the replay by itself
  await expect(viewer.getByRole('button', { name: /播放|play/i }).first()).toBeVisible()
  await viewer
    .getByRole('button', { name: /播放|play/i })
    .first()
    .click()
  await expect.poll(() => playedIn(viewer)).toBeGreaterThan(0)
  await shot(viewer, 'live-replay')
  const { records: present } = await teacher.call(liveRoom.attendance, { params: { id } })
  expect(present).toHaveLength(1)
  expect(present[0]!.sec).toBeGreaterThanOrEqual(Math.floor(watched) - 3)
})
