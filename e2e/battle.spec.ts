// Battles: two browsers play one another; a learner meets the robot; the back office sees the result.
import { battle } from '@shuyuan/contract/battle/battle.ts'
import type { Page } from '@playwright/test'
import { expect, onPhone, signIn, test } from './fixtures.ts'

const shot = (page: Page, name: string) =>
  process.env['SHOTS'] === undefined
    ? Promise.resolve(undefined)
    : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })

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
  await expect(office.page.getByRole('cell', { name: '中途离开' })).toBeVisible()
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
    await shot(page, 'phone-question')
    await choose(page)
    await expect(page.getByText('等待对手作答').or(page.getByText(/^(答对了|答错了)/))).toBeVisible()
    await expect(page.getByText(/^(答对了|答错了)/)).toBeVisible()
    await shot(page, 'phone-reveal')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
