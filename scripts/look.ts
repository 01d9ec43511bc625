// Takes every page of the back office at 1,440 and 1,280 px, light and dark, into contact sheets, and says what e2e/looks.ts finds.
// Usage: npm run look -- [--only part-of-a-path,…] [--out folder] [--theme light|dark] [--site address of a demonstration that runs]
import { chromium, type Page } from '@playwright/test'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { menuMine } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signIn } from '../e2e/fixtures.ts'
import { blemishes, deskWidths } from '../e2e/looks.ts'
import { openSite, type Site } from '../e2e/server.ts'
import { pageRoutes } from '../web/src/app/routes/menu.ts'
import { findHeadless, provideChromium } from './chromium.ts'
import { buildWebIfStale } from './web-build.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string', default: 'test-results/look' },
    theme: { type: 'string' },
    site: { type: 'string' },
  },
})
const out = values.out
const themes = (['light', 'dark'] as const).filter((one) => values.theme === undefined || one === values.theme)
const HEIGHT = 900
const SHEET = { columns: 3, width: 640, most: 12 }
const SETTLED_MS = 20_000
const STILL_MS = 300

type Shot = { path: string; file: string }

/**
 * Waits until the page at the address is there and nothing of it has been loading for a moment: between two parts of a page there is an
 * instant without either. A page that is never done is taken as it is.
 */
async function settled(page: Page): Promise<void> {
  const isStill = (moment: number) => {
    const since = window as unknown as { stillSince: number | undefined }
    const main = document.querySelector('main')
    const isThere = main?.querySelector('h1') instanceof HTMLElement && !main.textContent?.includes('页面不存在')
    const isBusy = document.querySelector('[aria-busy="true"], .ant-skeleton-active, .ant-spin-spinning') !== null
    since.stillSince = isThere && !isBusy ? (since.stillSince ?? performance.now()) : undefined
    return since.stillSince !== undefined && performance.now() - since.stillSince > moment
  }
  await page.evaluate(() => Reflect.deleteProperty(window, 'stillSince'))
  await page.waitForFunction(isStill, STILL_MS, { timeout: SETTLED_MS }).catch(() => undefined)
}

/** Pictures of all pages in one theme, at every width; what is wrong with them is said at once. */
async function takeAll(page: Page, paths: string[], theme: 'light' | 'dark') {
  const shots = new Map<number, Shot[]>()
  for (const width of deskWidths) shots.set(width, [])
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto('/404')
  for (const path of paths) {
    // by way of a page without a layout: until a page is loaded, the former one is shown
    for (const address of ['/404', path]) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, address)
      if (address === '/404') await page.getByText('404', { exact: true }).waitFor()
    }
    for (const [width, taken] of shots) {
      await page.setViewportSize({ width, height: HEIGHT })
      await settled(page)
      const file = join(out, `${width}-${theme}`, `${path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')}.png`)
      await page.screenshot({ path: file })
      taken.push({ path, file })
      for (const wrong of await blemishes(page)) process.stdout.write(`${width} ${theme} ${path}: ${wrong}\n`)
    }
  }
  return shots
}

/** One picture of several pages with their addresses. */
async function writeSheets(page: Page, shots: Shot[], name: string): Promise<void> {
  for (let at = 0; at < shots.length; at += SHEET.most) {
    const part = shots.slice(at, at + SHEET.most)
    const pictures = await Promise.all(
      part.map(async ({ path, file }) => {
        const data = (await readFile(file)).toString('base64')
        return `<figure><figcaption>${path}</figcaption><img src="data:image/png;base64,${data}"></figure>`
      }),
    )
    await page.setViewportSize({ width: SHEET.columns * (SHEET.width + 16), height: HEIGHT })
    await page.setContent(`<style>
      body { display: grid; grid-template-columns: repeat(${SHEET.columns}, ${SHEET.width}px); gap: 16px; margin: 0; background: #888; font: 16px sans-serif }
      figure { margin: 0 } figcaption { padding: 4px; color: #fff } img { width: 100%; display: block }</style>${pictures.join('')}`)
    await page.screenshot({ path: join(out, `${name}-${String(at / SHEET.most + 1).padStart(2, '0')}.png`), fullPage: true })
  }
}

async function look(site: Pick<Site, 'url'>): Promise<void> {
  const client = await signIn(site as Site, 'admin')
  const [first] = (await client.call(exam.paging, { size: 1 })).records
  const routes = pageRoutes(await client.call(menuMine.routes, {})).map((one) => one.path)
  const wanted = values.only?.split(',')
  const paths = routes
    .map((path) => path.replace(':examId', first?.id ?? '1').replaceAll(/:\w+/g, '1'))
    .filter((path) => !wanted || wanted.some((part) => path.includes(part)))
  const executablePath = findHeadless()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const theme of themes) {
      const context = await browser.newContext({ baseURL: site.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', serviceWorkers: 'block' })
      await context.addInitScript((token) => {
        if (window === window.top) localStorage.setItem('token', token)
      }, client.token)
      const taken = await takeAll(await context.newPage(), paths, theme)
      await context.close()
      const sheet = await browser.newPage()
      for (const [width, shots] of taken) await writeSheets(sheet, shots, `${width}-${theme}`)
      await sheet.close()
    }
  } finally {
    await browser.close()
  }
}

provideChromium()
// a site that runs already has its pages
if (values.site === undefined && !buildWebIfStale()) process.exit(1)
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
const site = values.site === undefined ? await openSite() : { url: values.site, close: async () => undefined }
try {
  await look(site)
  process.stdout.write(`Pictures: ${out}\n`)
} finally {
  await site.close()
}
