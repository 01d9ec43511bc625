// Training: start, answer, continue on another device, end; and the wrong-answer book afterwards.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { type Client, expect, onPhone, signIn, test } from './fixtures.ts'

const demoBank = async ({ call }: Client) => (await call(repo.paging, { params: { isTrain: true } })).records.at(-1)!

test('a training continues at the same position on another device, and ends with a result and wrong-answer book entries', async ({
  site,
  openAs,
}) => {
  const client = await signIn(site, 'learner21')
  const bank = await demoBank(client)
  const { page } = await openAs('learner21', '/web/repo')
  await page.getByRole('link', { name: new RegExp(bank.title) }).click()
  await expect(page.getByRole('heading', { name: bank.title })).toBeVisible()
  // three ways, and the rest on request
  await expect(page.getByRole('region', { name: '训练模式' }).getByRole('button')).toHaveCount(4)
  await page.getByRole('main').getByText('更多', { exact: true }).click()
  await page.getByRole('button', { name: /^单选题/ }).click()
  const title = page.getByRole('heading', { name: /^第 1 题/ })
  await expect(title).toBeVisible()
  await page.getByRole('main').getByText('更多', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: '答对时播放音效' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: '答对自动下一题' }).uncheck()
  await page.getByRole('main').getByText('更多', { exact: true }).click()
  // a single choice is judged on click
  await page.getByRole('radio').first().click()
  const verdict = page.getByRole('status').filter({ hasText: /回答(正确|错误)/ })
  await expect(verdict).toBeVisible()
  await expect(page.getByText('正确答案').first()).toBeVisible()
  await page.getByRole('button', { name: '☆ 收藏' }).click()
  await expect(page.getByRole('button', { name: /★ 已收藏/ })).toBeVisible()
  await page.getByRole('button', { name: '下一题' }).click()
  await expect(page.getByRole('heading', { name: /^第 2 题/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: /^第 3 题/ })).toBeVisible()

  // another device continues at the same position with the same answers
  const storedPosition = async () => (await client.call(train.check, {}))?.position
  await expect.poll(storedPosition).toBe(2)
  const second = await openAs('learner21', `/web/repo/view/${bank.id}`)
  await second.page.getByRole('button', { name: /^继续训练 · / }).click()
  await expect(second.page.getByRole('heading', { name: /^第 3 题/ })).toBeVisible()
  await expect(second.page.getByRole('button', { name: /^第 1 题，(正确|错误)，已收藏$/ })).toBeVisible()
  // after a restart on the page itself, the first training stays in the history
  await second.page.getByRole('main').getByText('更多', { exact: true }).click()
  await second.page.getByRole('button', { name: '重新开始' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(second.page.getByRole('button', { name: /^第 1 题，未作答/ })).toBeVisible()
  await second.page.getByRole('button', { name: '结束训练' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(second.page).toHaveURL(/\/web\/repo\/repo\/\d+$/)
  await expect(second.page.getByText('正确率').first()).toBeVisible()
  await expect(second.page.getByRole('heading', { name: bank.title })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(onPhone)
  test('the head of a training is one line, and fits', async ({ site, openAs }) => {
    const bank = await demoBank(await signIn(site, 'learner22'))
    const { page } = await openAs('learner22', `/web/repo/training/${bank.id}/${TrainMode.inOrder}`)
    await expect(page.getByRole('heading', { name: /^第 1 题/ })).toBeVisible()
    const end = await page.getByRole('main').getByRole('button', { name: '结束训练' }).first().boundingBox()
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(end!.x + end!.width).toBeLessThanOrEqual(390)
    expect(title!.y).toBeGreaterThan(end!.y - title!.height)
    expect(title!.y).toBeLessThan(end!.y + end!.height)
    // the filters of the wrong-answer book stand beside each other
    await page.goto('/web/book')
    const filters = page.getByRole('main').getByRole('combobox')
    await expect(filters.nth(1)).toBeVisible()
    const tops = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops.slice(0, 2)).size).toBe(1)
  })
})
