// Help on every page: the chapter of the page beside it, F1, search, the handbooks as pages, and without a network.
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { navigate } from './navigate.ts'
import { expect, onPhone, test } from './fixtures.ts'

const drawerOf = (page: Page) => page.getByRole('complementary', { name: '帮助' })

test('each page opens its own chapter, and the drawer follows the pages', async ({ openAs }) => {
  const { page } = await openAs('admin', '/admin/exam/list')
  const drawer = drawerOf(page)
  await page.getByRole('button', { name: '帮助', exact: true }).click()
  await expect(drawer.getByRole('heading', { name: '发布考试：时间、范围、密码' })).toBeFocused()
  await expect(drawer.getByRole('heading', { name: '什么时候用' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const chapters = {
    '/admin/user/list': '用户：新建、查找、停用',
    '/admin/exam/watch': '开考前 30 分钟',
    '/admin/repo/qu': '出题：七种题型、公式、图片',
    '/admin/operate/survey/add': '问卷调查',
    '/admin/sys/backup': '备份和系统状态',
    '/profile/index': '自己的账号：资料、密码、两步验证',
  }
  for (const [path, title] of Object.entries(chapters)) {
    await navigate(page, path)
    await expect(drawer.getByRole('heading', { name: title })).toBeVisible()
  }
  // a chapter that was picked stays until another page is opened
  await drawer.getByRole('button', { name: '全部目录' }).click()
  await drawer.getByText('教师手册').click()
  await drawer.getByRole('link', { name: '建题库和章节' }).click()
  await expect(drawer.getByRole('heading', { name: '建题库和章节' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('F1 opens the help, the search finds every chapter with the word, and the focus returns', async ({ openAs }) => {
  const { page } = await openAs('teacher', '/admin/exam/paper')
  await expect(page.getByRole('heading', { name: '成绩管理', level: 1 })).toBeVisible()
  await page.getByRole('textbox').first().focus()
  await page.keyboard.press('F1')
  const drawer = drawerOf(page)
  await drawer.getByRole('searchbox', { name: '搜索帮助' }).fill('补考')
  await expect(drawer.getByRole('link', { name: '成绩：查看、导出、标记、补考' })).toBeVisible()
  await drawer.getByRole('searchbox', { name: '搜索帮助' }).fill('断网 答案')
  await drawer.getByRole('link', { name: '断网和停电' }).click()
  await expect(drawer.getByRole('heading', { name: '断网和停电' })).toBeVisible()
  await drawer.getByRole('searchbox', { name: '搜索帮助' }).fill('没有这样的词')
  await expect(drawer.getByText('没有找到，换个词试试')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox').first()).toBeFocused()
})

test('visitors read the handbooks as pages, with links and pictures', async ({ page }) => {
  const broken: string[] = []
  page.on('response', (reply) => reply.status() >= 400 && broken.push(reply.url()))
  await page.goto('/login')
  await page.getByRole('link', { name: '帮助' }).click()
  await expect(page.getByRole('heading', { name: '登录和找回密码', level: 1 })).toBeVisible()
  await page.getByRole('article').getByRole('link', { name: '修改密码' }).click()
  await expect(page.getByRole('heading', { name: '个人资料、密码、登录安全', level: 1 })).toBeVisible()
  await page.goto('/help/learner/before-exam')
  const picture = page.getByRole('img', { name: '考试须知（演示数据）' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1280)
  expect(await barriers(page)).toEqual([])
  await page.goto('/help')
  await expect(page.getByRole('region', { name: '运维手册' }).getByRole('link', { name: '备份与恢复演练' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.goto('/help/learner/no-such-chapter')
  await expect(page).toHaveURL(/\/help$/)
  expect(broken).toEqual([])
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('learners find help in the head of the page and of the user centre’s parts', async ({ openAs }) => {
    const { page } = await openAs('learner34', '/web/course')
    await page.getByRole('button', { name: '帮助', exact: true }).tap()
    await expect(drawerOf(page).getByRole('heading', { name: '找到我的考试' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await barriers(page)).toEqual([])
    await drawerOf(page).getByRole('button', { name: '关闭帮助' }).tap()
    await page.goto('/web/uc?to=cert')
    await page.getByRole('button', { name: '帮助', exact: true }).tap()
    await expect(drawerOf(page).getByRole('heading', { name: '我的证书和验证证书' })).toBeVisible()
  })
})

test.describe('the installed application', () => {
  test.use({ serviceWorkers: 'allow' })

  test('has the chapters without a network once help was opened', async ({ openAs }) => {
    const { page, context } = await openAs('learner35', '/web/index', { apart: true })
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    await page.goto('/help')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: '帮助', level: 1 })).toBeVisible()
    const isKept = () =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
        // kept a moment before the page has read it to its end
        const isRead = performance.getEntriesByType('resource').some(({ name }) => name.includes('/whole-'))
        return isRead && kept.flat().some((url) => url.includes('/whole-'))
      })
    await expect.poll(isKept).toBe(true)
    await context.setOffline(true)
    await page.getByRole('link', { name: '错题本' }).first().click()
    await expect(page.getByRole('heading', { name: '什么时候用' })).toBeVisible()
    await context.setOffline(false)
  })
})
