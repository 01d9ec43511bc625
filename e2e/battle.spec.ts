// Battles: two browsers play one another, a learner meets the robot, the back office sees the result. Activities: a learner plays, the activity
// ends, and the prize is given.
import { battle } from '@shuyuan/contract/battle/battle.ts'
import type { Page } from '@playwright/test'
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { plainBank } from './site-setup.ts'
import { activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined
    ? Promise.resolve(undefined)
    : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })

/** Of a row in a list of the back office, with its padding. */
const TWO_LINES = 80

const choose = async (page: Page) => {
  const options = page.getByRole('group', { name: '选项' }).getByRole('button')
  await options.first().click()
  const confirm = page.getByRole('button', { name: '确定' })
  if (await confirm.isVisible()) await confirm.click()
}

test('two browsers are matched, see the same question and its key together, and one gives up', async ({ site, openAs }) => {
  const one = await openAs('learner31', '/web/battle')
  const two = await openAs('learner32', '/web/battle')
  await expect(one.page.getByRole('heading', { name: '知识对战' })).toBeVisible()
  await shot(one.page, 'lobby')
  await one.page.getByRole('button', { name: '随机匹配' }).click()
  await expect(one.page.getByRole('heading', { name: '正在寻找对手' })).toBeVisible()
  await shot(one.page, 'waiting')
  await two.page.getByRole('button', { name: '随机匹配' }).click()
  const question = (page: Page) => page.getByRole('group', { name: '选项' })
  await expect(question(one.page)).toBeVisible()
  await expect(question(two.page)).toBeVisible()
  expect(await question(one.page).innerText()).toBe(await question(two.page).innerText())
  await shot(one.page, 'question')
  await choose(one.page)
  await expect(two.page.getByText('已选择')).toBeVisible()
  await choose(two.page)
  await expect(one.page.getByText(/^(答对了|答错了)/)).toBeVisible()
  await shot(one.page, 'reveal')
  await two.page.getByRole('button', { name: '离开', exact: true }).click()
  await two.page.getByRole('button', { name: '认输' }).click()
  await expect(two.page.getByRole('heading', { name: '您输了' })).toBeVisible()
  await expect(one.page.getByRole('heading', { name: '您赢了' })).toBeVisible()
  await shot(one.page, 'result')
  const admin = await signIn(site, 'admin')
  const { records } = await admin.call(battle.paging, {})
  expect(records[0]).toMatchObject({ winner: 1, ending: 'left' })
  const office = await openAs('admin', '/admin/exam/battle')
  const ended = office.page.getByRole('cell', { name: '中途离开' })
  await expect(ended).toBeVisible()
  await office.page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(async () => (await ended.boundingBox())!.height).toBeLessThan(TWO_LINES)
  await shot(office.page, 'office')
})

/** The slowest phone that a battle is made for is this many times slower than the machine of the tests. */
const SLOWER = 4

test.describe('on a phone in the dark', () => {
  test.use({ ...onPhone, colorScheme: 'dark' })
  test('a learner plays against the robot', async ({ openAs }) => {
    const { page, context } = await openAs('learner33', '/web/battle')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await shot(page, 'phone-lobby')
    await page.getByRole('button', { name: '人机对战' }).tap()
    await expect(page.getByRole('group', { name: '选项' })).toBeVisible()
    // Chromium keeps a processor busy to be slow
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await shot(page, 'phone-question')
    // the battle has the phone for itself
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden()
    await choose(page)
    await expect(page.getByText('等待对手作答').or(page.getByText(/^(答对了|答错了)/))).toBeVisible()
    await expect(page.getByText(/^(答对了|答错了)/)).toBeVisible()
    await shot(page, 'phone-reveal')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})

const at = (seconds: number) => toWallClock(new Date(Date.now() + seconds * 1_000))
const PRIZE = 88

test.describe('on a phone', () => {
  test.use(onPhone)

  test('an activity is played on a phone, ends, and gives its prize', async ({ site, openAs }) => {
    const admin = await signIn(site, 'admin')
    const { id } = await admin.call(activity.save, {
      title: '每周一赛',
      startTime: at(-60),
      endTime: at(600),
      repoId: await plainBank(admin, '每周一赛的题', { count: 3, isTrain: false }),
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
    // a score of zero wins no prize
    const right = page.getByRole('group', { name: '选项' }).getByRole('button', { name: /对的/ })
    await expect(page.getByText('1 / 3')).toBeVisible()
    await shot(page, 'activity-run')
    await right.tap()
    await expect(page.getByText('2 / 3')).toBeVisible()
    await right.tap()
    await expect(page.getByText('3 / 3')).toBeVisible()
    await right.tap()
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
})

test('an activity is written in the form and listed', async ({ openAs }) => {
  const { page } = await openAs('admin', '/admin/exam/activity')
  await shot(page, 'activity-office')
  await page.getByRole('button', { name: '新建活动' }).first().click()
  await expect(page.getByRole('button', { name: '添加奖励' })).toBeVisible()
  await page.getByRole('button', { name: '添加奖励' }).click()
  await expect(page.getByRole('spinbutton', { name: '奖励积分' })).toHaveValue('100')
  await shot(page, 'activity-form')
})
