// Activities: a learner plays, the activity ends, and the prize is given.
import { activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Page } from '@playwright/test'
import { expect, onPhone, signIn, test } from './fixtures.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined
    ? Promise.resolve(undefined)
    : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })
const at = (seconds: number) => toWallClock(new Date(Date.now() + seconds * 1_000))
const PRIZE = 88

test.use(onPhone)

test('an activity is played on a phone, ends, and gives its prize', async ({ site, openAs }) => {
  const admin = await signIn(site, 'admin')
  const bank = (await admin.call(repo.paging, { params: { isTrain: true } })).records.at(-1)!
  const { id } = await admin.call(activity.save, {
    title: '每周一赛',
    startTime: at(-60),
    endTime: at(600),
    repoId: bank.id,
    singleCount: 3,
    multipleCount: 0,
    judgeCount: 0,
    runSec: 120,
    triesTotal: 2,
    triesDay: 0,
    showRank: 'live',
    openType: OpenType.all,
    state: ActivityState.enabled,
    prizes: [{ from: 1, to: 1, points: PRIZE }],
    content: '<p>答得又对又快的人排在前面。</p>',
  })
  const { page, client } = await openAs('learner34', '/web/activity')
  await shot(page, 'activity-list')
  await page.getByRole('link', { name: /每周一赛/ }).tap()
  await shot(page, 'activity')
  await page.getByRole('button', { name: '开始答题' }).tap()
  const options = page.getByRole('group', { name: '选项' }).getByRole('button')
  await expect(page.getByText('1 / 3')).toBeVisible()
  await shot(page, 'activity-run')
  await options.first().tap()
  await expect(page.getByText('2 / 3')).toBeVisible()
  await options.first().tap()
  await expect(page.getByText('3 / 3')).toBeVisible()
  await options.first().tap()
  await page.getByRole('button', { name: '交卷' }).tap()
  await expect(page.getByRole('heading', { name: '答题结果' })).toBeVisible()
  await shot(page, 'activity-result')
  await page.getByRole('link', { name: '返回活动' }).tap()
  await expect(page.getByText('第 1 名').first()).toBeVisible()
  const stored = await admin.call(activity.detail, { id })
  const lists = { deptCodes: [], groupIds: [], userIds: [] }
  await admin.call(activity.save, { ...stored, ...lists, endTime: at(-3) })
  await expect
    .poll(async () => (await client.call(userPoints['my-paging'], {})).records.filter((one) => one.points === PRIZE).length)
    .toBe(1)
  await page.reload()
  await expect(page.getByText(`获得奖励：${PRIZE} 积分`)).toBeVisible()
  await page.getByRole('link', { name: '查看答案' }).tap()
  await expect(page.getByText('正确').first()).toBeVisible()
})

test.describe('back office', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
  test('an activity is written in the form and listed', async ({ openAs }) => {
    const { page } = await openAs('admin', '/admin/exam/activity')
    await shot(page, 'activity-office')
    await page.getByRole('button', { name: '新建活动' }).first().click()
    await expect(page.getByRole('button', { name: '添加奖励' })).toBeVisible()
    await page.getByRole('button', { name: '添加奖励' }).click()
    await expect(page.getByRole('spinbutton', { name: '奖励积分' })).toHaveValue('100')
    await shot(page, 'activity-form')
  })
})
