// Chromium, by the program that runs the browser tests.
import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.ts'
import { desktop, type Engine, type EnginePage } from './engine.ts'

const program = findChromium()
const args = ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

async function open(executablePath: string): Promise<EnginePage> {
  const browser = await chromium.launch({ executablePath, args })
  const [width, height] = desktop
  const page = await browser.newPage({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width, height } })
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    version: browser.version(),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: <T>(body: string) => page.evaluate<T>(`(async () => {${body}})()`),
    click: (x, y) => page.mouse.click(x, y),
    resize: (wide, high) => page.setViewportSize({ width: wide, height: high }),
    close: () => browser.close(),
  }
}

export const chromiumEngine: Engine = {
  name: 'Chromium',
  packages: 'chromium',
  open: program === undefined ? undefined : () => open(program),
}
