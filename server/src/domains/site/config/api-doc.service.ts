// Signed addresses of the API reference: only callers with the tag get one.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { apiDoc } from '@shuyuan/contract/site/config/api-doc.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { REFERENCE_PATH } from '../../../kernel/reference.ts'
import { siteSecret } from '../setting/setting.service.ts'

const LIFE_MS = 60_000

const signatureOf = async (app: App, until: string) =>
  createHmac('sha256', await siteSecret(app))
    .update(`api-doc ${until}`)
    .digest()

/** The address of the reference for this caller's browser. */
export async function openApiDoc({ app, now }: Ctx): Promise<Output<typeof apiDoc.open>> {
  const until = String(now.getTime() + LIFE_MS)
  const sign = (await signatureOf(app, until)).toString('base64url')
  return { url: `${REFERENCE_PATH}/?until=${until}&sign=${sign}` }
}

/** Whether the query is that of an address given within the last minute. */
export async function isApiDocOpen(app: App, { until = '', sign = '' }: Record<string, string | undefined>): Promise<boolean> {
  if (!/^\d{13}$/.test(until)) return false
  const [given, wanted] = [Buffer.from(sign, 'base64url'), await signatureOf(app, until)]
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(until) >= app.clock().getTime()
}
