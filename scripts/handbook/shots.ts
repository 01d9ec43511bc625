// Takes the pictures of the handbooks on a demonstration of its own. Frames and numbers are drawn over the elements that a shot names.
import { chromium, type Browser, expect, type Page } from '@playwright/test'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { signIn } from '../../e2e/fixtures.ts'
import { openSite, type Site } from '../../e2e/server.ts'
import { isOfPhone, pictureSize } from '../../handbook/format.ts'
import { handbookRoot } from '../../handbook/read.ts'
import { type Shot, shots } from '../../handbook/shots.ts'
import { findHeadless, provideChromium } from '../chromium.ts'
import { buildWebIfStale } from '../web-build.ts'

const WAIT_MS = 30_000
/** a picture that differs in fewer of its pixels keeps its old file: no noise between releases */
const SAME = 0.001
const folder = join(handbookRoot, 'images')

/** Draws a numbered frame around each element; run in the page. */
function frame(boxes: { x: number; y: number; width: number; height: number }[]): void {
  for (const [at, { x, y, width, height }] of boxes.entries()) {
    const box = document.createElement('div')
    const colour = '#d4380d'
    box.style.cssText = `position:fixed;z-index:9999;left:${x - 4}px;top:${y - 4}px;width:${width + 8}px;height:${height + 8}px;border:2px solid ${colour};border-radius:6px;pointer-events:none`
    const number = document.createElement('b')
    number.textContent = String(at + 1)
    number.style.cssText = `position:absolute;left:-12px;top:-12px;width:22px;height:22px;border-radius:50%;background:${colour};color:#fff;font:bold 13px/22px sans-serif;text-align:center`
    box.append(number)
    document.body.append(box)
  }
}

/** Brings a shot's page into its state. @throws when something that the shot names is not there */
async function compose(page: Page, site: Site, shot: Shot): Promise<void> {
  await page.goto(typeof shot.path === 'string' ? shot.path : await shot.path(site))
  await expect(shot.ready(page), `${shot.name}: what the picture is about`).toBeVisible({ timeout: WAIT_MS })
  await shot.do?.(page)
  await page.waitForLoadState('networkidle')
  for (const refused of ['页面不存在', '数据不存在或已被删除'])
    await expect(page.getByText(refused), `${shot.name}: a page that shows something`).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"], .ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0, { timeout: WAIT_MS })
  // every demonstration has it; the text of the picture says so instead
  await page.addStyleTag({ content: 'aside[aria-labelledby="demo"] { display: none }' })
  const boxes = []
  for (const one of shot.mark?.(page) ?? []) {
    await expect(one, `${shot.name}: a marked element`).toBeVisible({ timeout: WAIT_MS })
    const box = await one.boundingBox()
    if (box) boxes.push(box)
  }
  await page.evaluate(frame, boxes)
}

/** The share of pixels that differ visibly. */
async function differing(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = await Promise.all([a, b].map((file) => sharp(file).removeAlpha().greyscale().raw().toBuffer()))
  if (!one || !other || one.length !== other.length) return 1
  let count = 0
  for (let at = 0; at < one.length; at += 1) if (Math.abs(one[at]! - other[at]!) > 24) count += 1
  return count / one.length
}

async function keep(name: string, picture: Buffer): Promise<string> {
  const file = join(folder, `${name}.png`)
  const small = await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer()
  if (existsSync(file) && (await differing(small, await readFile(file))) < SAME) return 'unchanged'
  await writeFile(file, small)
  return `${Math.round(small.length / 1_000)} kB`
}

async function take(browser: Browser, site: Site, shot: Shot, write: boolean): Promise<string> {
  const { token } = await signIn(site, shot.as)
  const context = await browser.newContext({
    baseURL: site.url,
    ...(isOfPhone(shot.name) ? { viewport: pictureSize(shot.name), isMobile: true, hasTouch: true } : { viewport: pictureSize(shot.name) }),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    await context.addInitScript((text) => {
      if (window === window.top) localStorage.setItem('token', text)
    }, token)
    const page = await context.newPage()
    await compose(page, site, shot)
    return write ? await keep(shot.name, await page.screenshot()) : 'can be taken'
  } finally {
    await context.close()
  }
}

/** Waits for the history of the demonstration, which is added after the start. */
async function filled({ url }: Site): Promise<void> {
  await expect
    .poll(
      async () => {
        const headers = { 'content-type': 'application/json' }
        const reply = await fetch(`${url}${config.detail.path}`, { method: 'POST', headers, body: '{}' })
        return ((await reply.json()) as { data: { demoFilling?: boolean } }).data.demoFilling ?? false
      },
      { timeout: 300_000 },
    )
    .toBe(false)
}

/**
 * Takes the pictures of these names, without any every one, or only tries to (`write` false).
 * @returns the names of pictures that cannot be taken
 */
export async function takeShots(write: boolean, names: readonly string[] = []): Promise<string[]> {
  provideChromium()
  if (!buildWebIfStale()) return shots.map(({ name }) => name)
  await mkdir(folder, { recursive: true })
  // lists and charts that have something to show
  const site = await openSite({ DEMO_HISTORY: 'true' })
  await filled(site)
  const executablePath = findHeadless()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  const failed: string[] = []
  try {
    for (const shot of shots.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const result = await take(browser, site, shot, write).catch((error: unknown) => {
        failed.push(shot.name)
        return String(error)
      })
      process.stdout.write(`${shot.name}: ${result}\n`)
    }
  } finally {
    await browser.close()
    await site.close()
  }
  return failed
}
