// The installed application: starts without a network, and never changes under an open page.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { answersOf, openExam, startPaper } from './exam-setup.ts'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const worker = join(import.meta.dirname, '..', 'web', 'dist', 'sw.js')
/** The worker as the server sends it: plain and compressed. */
function write(source: string) {
  writeFileSync(worker, source)
  writeFileSync(`${worker}.gz`, gzipSync(source))
  writeFileSync(`${worker}.br`, brotliCompressSync(source))
}

/** Waits until the worker answers for the page. */
async function installed(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
}

test('an open paper survives a reload without a network, takes answers, and sends them', async ({ site, openAs }) => {
  // four page loads, two of which wait for a network that is gone
  test.slow()
  const made = await openExam(site, { types: [1, 3, 4] })
  const { page, context, client } = await openAs('learner31', '/web/course')
  page.on('dialog', (dialog) => void dialog.accept())
  await installed(page)
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json() as Promise<{ name: string }>)
  expect(manifest.name).toBe('书院')
  await page.goto(`/web/exam/check/${made.examId}`)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /开始考试/ }).click()
  await expect(page).toHaveURL(/\/web\/exam\/start\//)
  const next = () => page.getByRole('button', { name: '下一题' }).click()
  const back = () => page.getByRole('button', { name: '上一题' }).click()
  const state = page.getByTestId('save-state')
  await page.getByText('119', { exact: true }).click()
  await next()
  await page.getByText('正确', { exact: true }).click()
  await expect(state).toHaveText(/^已保存 /)

  await context.setOffline(true)
  await next()
  await page.getByLabel('作答').fill('断网前写下')
  await expect(state).toHaveText('离线，1 题待上传')
  await page.reload()
  // the paper as it was: the question, the stored and the unsent answers, the time
  await expect(page.getByLabel('作答')).toHaveValue('断网前写下')
  await expect(page.getByRole('timer')).toHaveText(/^2\d:\d\d$/)
  await page.getByLabel('作答').fill('断网前写下，重新载入后补充')
  await back()
  await expect(page.getByRole('radio', { name: '正确' })).toBeChecked()
  await page.getByText('错误', { exact: true }).click()
  await back()
  await expect(page.getByRole('radio', { name: '119' })).toBeChecked()
  await expect(state).toHaveText('离线，2 题待上传')
  await page.reload()
  await expect(page.getByRole('radio', { name: '119' })).toBeChecked()
  await expect(state).toHaveText('离线，2 题待上传')

  await context.setOffline(false)
  await expect(state).toHaveText(/^已保存 /)
  const paperId = page.url().split('/').at(-1)!
  await page.getByRole('button', { name: '交卷', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await expect(page.getByText('交卷成功')).toBeVisible()
  const { answers } = await answersOf(client, paperId)
  expect([answers.get(1), answers.get(3), answers.get(4)]).toEqual([
    { tags: ['B'] },
    { tags: ['B'] },
    { text: '<p>断网前写下，重新载入后补充</p>' },
  ])
  // nothing of the paper stays behind
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const opening = indexedDB.open('exam-kept')
          opening.addEventListener('success', () => {
            const { result: db } = opening
            const counting = db.transaction('papers').objectStore('papers').count()
            counting.addEventListener('success', () => {
              db.close()
              done(counting.result)
            })
          })
        }),
    )
  await expect.poll(left).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('kept-session'))).toBeNull()
})

test('a paper that another device has taken meanwhile is not answered after a reload without a network', async ({ site, openAs }) => {
  const made = await openExam(site, { types: [1, 4] })
  const first = await openAs('learner34', '/web/course')
  first.page.on('dialog', (dialog) => void dialog.accept())
  await installed(first.page)
  const { path } = await startPaper(first.client, made)
  await first.page.goto(path)
  await first.page.getByText('119', { exact: true }).click()
  await expect(first.page.getByTestId('save-state')).toHaveText(/^已保存 /)
  await first.context.setOffline(true)
  await first.page.reload()
  await expect(first.page.getByRole('radio', { name: '119' })).toBeChecked()
  await first.page.getByText('122', { exact: true }).click()
  const second = await openAs('learner34', path)
  await second.page.getByRole('button', { name: '确认在本设备继续考试' }).click()
  await second.page.getByText('120', { exact: true }).click()
  await expect(second.page.getByTestId('save-state')).toHaveText(/^已保存 /)
  await first.context.setOffline(false)
  await expect(first.page.getByText('本场考试正在其他设备上作答')).toBeVisible()
  await expect(second.page.getByRole('radio', { name: '120' })).toBeChecked()
})

test('a page that the server did not answer goes on by itself, though the browser never lost its network', async ({ openAs }) => {
  const { page } = await openAs('learner34', '/web/course')
  await installed(page)
  const away = ['**/api/**', '**/healthz']
  for (const address of away) await page.route(address, (route) => route.abort('connectionrefused'))
  await page.goto('/web/paper')
  await expect(page.getByRole('heading', { name: '网络已断开' })).toBeVisible()
  for (const address of away) await page.unroute(address)
  await expect(page.getByRole('heading', { name: '我的成绩', level: 1 })).toBeVisible()
})

test('a new version waits while a page is open, and asks', async ({ openAs }) => {
  const built = readFileSync(worker, 'utf8')
  const { page } = await openAs('learner32', '/web/course')
  await installed(page)
  try {
    write(built.replace(/const VERSION = '\w+'/, "const VERSION = 'next'"))
    const notice = page.getByRole('status', { name: '有新版本' })
    // the server looks at files of the build again after a second
    await expect(async () => {
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      await expect(notice).toBeVisible({ timeout: 2_000 })
    }).toPass()
    // the old page still works, from the files of its own version
    await page.getByRole('link', { name: '我的成绩' }).first().click()
    await expect(page.getByRole('heading', { name: '我的成绩', level: 1 })).toBeVisible()
    await notice.getByRole('button', { name: '更新' }).click()
    await expect(notice).toBeHidden()
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shuyuan-next'])
  } finally {
    write(built)
  }
})

test('a page whose files are missing says that there is no network', async ({ openAs }) => {
  const { page, context, problems } = await openAs('learner33', '/web/course')
  await installed(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: '用户中心' }).first().click()
  await expect(page.getByRole('heading', { name: '网络已断开' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('navigation', { name: '用户中心' })).toBeVisible()
  // React reports what its boundary caught
  expect(problems.splice(0).every((one) => one.includes('Unable to preload'))).toBe(true)
})

test('a page whose file a newer build replaced is loaded again by itself, once', async ({ openAs }) => {
  const { page, context, problems } = await openAs('learner33', '/web/course')
  let isThere = false
  let loads = 0
  await context.route('**/assets/UserCenterPage*.js', (route) => (isThere ? route.continue() : route.abort()))
  page.on('load', () => (loads += 1))
  await page.getByRole('link', { name: '用户中心' }).first().click()
  await expect.poll(() => loads).toBe(1)
  await expect(page.getByRole('heading', { name: '页面已更新' })).toBeVisible()
  isThere = true
  await page.getByRole('button', { name: '重新载入' }).click()
  await expect(page.getByRole('navigation', { name: '用户中心' })).toBeVisible()
  expect(loads).toBe(2)
  expect(problems.splice(0).every((one) => one.includes('dynamically imported module'))).toBe(true)
})
