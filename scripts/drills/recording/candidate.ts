// The candidate of the drill: a browser on the real screen, and the phone beside them.
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../../../e2e/fixtures.ts'
import type { Site } from '../../../e2e/server.ts'
import { findHeadless } from '../../chromium.ts'
import type { Stage } from '../drill.ts'
import type { Made } from './made.ts'
import { pageScript } from './page-script.ts'

const LEARNER = 'learner43'
const SLOW_PHONE_MS = 37_000
/** a machine with much other work */
const ANSWER_MS = 60_000
const common = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
/** Without a fake device or a fake permission: the one shares a picture of its own, with the other the screen cannot be opened. */
const onScreen = [
  ...common,
  '--auto-select-desktop-capture-source=Entire screen',
  '--window-position=0,0',
  '--window-size=1920,1080',
  '--kiosk',
]

export type Browsers = { seat: Browser; side: Browser }

/** A browser on the screen, and one without a screen for phone and viewers; both end with the drill. */
export async function openBrowsers({ atEnd }: Stage, program: string, display: string): Promise<Browsers> {
  const env = { ...process.env, DISPLAY: display, LANGUAGE: 'en_US', LANG: 'en_US.UTF-8' }
  const seat = await chromium.launch({ executablePath: program, headless: false, args: onScreen, env })
  atEnd(() => seat.close())
  const side = await chromium.launch({ executablePath: findHeadless() ?? program, args: common })
  atEnd(() => side.close())
  return { seat, side }
}

/** The learner's page, which shows the flashes to whatever shares its screen. */
export async function openSeat({ seat }: Browsers, site: Site, made: Made): Promise<{ context: BrowserContext; page: Page }> {
  const { token } = await signIn(site, LEARNER)
  const context = await seat.newContext({ baseURL: site.url, viewport: null, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  context.setDefaultTimeout(ANSWER_MS)
  await made.follow(context, RecordTrack.camera)
  await context.addInitScript(pageScript({ onScreen: true }))
  await context.addInitScript((own) => localStorage.setItem('token', own), token)
  return { context, page: await context.newPage() }
}

/** Agrees to the notice and starts. @returns the paper's id */
export async function start(page: Page, examId: string, isRecorded: boolean): Promise<string> {
  await page.goto(`/web/exam/check/${examId}`)
  await page.getByRole('checkbox').check()
  if (isRecorded) await page.getByRole('region', { name: '录制说明' }).getByRole('button', { name: '同意并继续' }).click()
  await page.getByRole('button', { name: '开始考试' }).click()
  await page.waitForURL('**/exam/start/*')
  return page.url().split('/').at(-1)!
}

/** Shares the screen by the button of the room's dialog. */
export const share = (page: Page) =>
  page.getByRole('dialog', { name: '共享整个屏幕' }).getByRole('button', { name: '共享整个屏幕' }).click()

/** The phone reads the address of the QR code; its clock is slow. */
export async function connectPhone({ side }: Browsers, site: Site, page: Page, made: Made): Promise<Page> {
  const code = page.getByRole('dialog', { name: '连接手机第二机位' }).getByRole('img')
  const address = new URL((await code.getAttribute('aria-label')) ?? '')
  const context = await side.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' })
  context.setDefaultTimeout(ANSWER_MS)
  await made.follow(context, RecordTrack.phone)
  await context.addInitScript(pageScript({ slowMs: SLOW_PHONE_MS }))
  const phone = await context.newPage()
  await phone.goto(site.url + address.pathname + address.search)
  await phone.getByRole('button', { name: '开始录制' }).click()
  await phone.getByText('录制中').waitFor()
  return phone
}

/** Pieces that the browser keeps because the server does not have them. @param before recorded before this time of the server */
export const keptBy = (page: Page, before = Number.POSITIVE_INFINITY): Promise<number> =>
  page.evaluate(
    (until) =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('exam-record')
        request.addEventListener('error', () => reject(new Error(request.error?.message)))
        request.addEventListener('success', () => {
          const all = request.result.transaction('pieces').objectStore('pieces').getAll()
          all.addEventListener('success', () => {
            request.result.close()
            resolve((all.result as { at: number }[]).filter((one) => until === null || one.at < until).length)
          })
        })
      }),
    Number.isFinite(before) ? before - (page.url().includes('/pages/cam') ? SLOW_PHONE_MS : 0) : null,
  )
