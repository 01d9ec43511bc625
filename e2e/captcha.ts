// Reads the solution of a captcha from the server's database.
import type { Locator, Page } from '@playwright/test'
import { withDatabase } from './database.ts'
import type { Site } from './server.ts'

/** The letters of the captcha with this key. */
export const captchaText = (site: Site, key: string): Promise<string> =>
  withDatabase(site, async (client) => {
    const { rows } = await client.query<{ value: string }>('select value from common_captcha where captcha_key = $1', [key])
    return rows[0]?.value ?? ''
  })

/** Fills the field 图形验证码 with the solution, after the image has loaded. */
export async function solveCaptcha(site: Site, on: Page | Locator): Promise<void> {
  const picture = on.getByRole('img', { name: '图形验证码' })
  await picture.evaluate((image: HTMLImageElement) => image.decode())
  const key = new URL((await picture.getAttribute('src')) ?? '', site.url).searchParams.get('key') ?? ''
  await on.getByRole('textbox', { name: '图形验证码' }).fill(await captchaText(site, key))
}
