// The installed application: starts without a network, and never changes under an open page.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { exam } from '@shuyuan/contract/exam/exam.ts'
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

test('an open paper survives a reload without a network @phone', async ({ openAs }) => {
  const { page, context, client } = await openAs('learner31', '/web/course')
  await installed(page)
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json() as Promise<{ name: string }>)
  expect(manifest.name).toBe('书院')
  const { records } = await client.call(exam.paging, { params: { mine: true, phase: 'open' } })
  const open = records.find((one) => one.title.includes('酒店安全与卫生'))!
  await page.goto(`/web/exam/check/${open.id}`)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /开始考试/ }).click()
  await expect(page).toHaveURL(/\/web\/exam\/start\//)
  await page.getByRole('radio').first().check()
  await expect(page.getByText(/已保存/).first()).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: '网络已断开' })).toBeVisible()
  await context.setOffline(false)
  // goes on by itself, at the paper, with the answer
  await expect(page.getByRole('radio').first()).toBeChecked()
  await expect(page).toHaveURL(/\/web\/exam\/start\//)
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
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const notice = page.getByRole('status', { name: '有新版本' })
    await expect(notice).toBeVisible()
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
