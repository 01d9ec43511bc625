// What a phone needs to install the site: its name and icons, from the site's settings.
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { isKey } from '../../../kernel/storage.ts'
import { pictures } from '../../../kernel/picture.ts'
import { site } from './config.service.ts'

const sizes = [192, 512] as const
/** Of the background behind a logo, and of the bar above the page. */
const white = '#ffffff'
const brand = '#2b5fd9'
/** The product's own sign. */
const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${brand}"/>
<path d="M136 160c46-6 84 2 120 26 36-24 74-32 120-26v190c-46-6-84 2-120 26-36-24-74-32-120-26V160Zm120 26v190" fill="none" stroke="#fff" stroke-width="26" stroke-linejoin="round" stroke-linecap="round"/></svg>`

/** The file of a logo that was uploaded to this server; undefined for another address, whose picture is not fetched. */
function logoFile(app: App, logo: string): string | undefined {
  const key = logo.startsWith('/files/') ? logo.slice('/files/'.length) : ''
  return isKey(key) ? join(app.storage.root, key) : undefined
}

/** A square PNG. A maskable icon keeps its logo within the inner 80 %, because phones cut the corners. */
async function draw(logo: string | undefined, size: number, maskable: boolean): Promise<Buffer> {
  const sharp = await pictures()
  if (logo === undefined) return sharp(Buffer.from(sign)).resize(size, size).png().toBuffer()
  const inner = Math.round(size * (maskable ? 0.7 : 0.9))
  const picture = await sharp(logo).resize(inner, inner, { fit: 'contain', background: white }).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: white } })
    .composite([{ input: picture }])
    .png()
    .toBuffer()
}

async function icon(app: App, ctx: Pick<Ctx, 'app'>, size: number, maskable: boolean): Promise<Buffer> {
  const logo = logoFile(app, (await site(ctx)).frontLogo)
  try {
    return await draw(logo, size, maskable)
  } catch (error) {
    // the logo is gone or no picture
    app.log.warn({ err: error }, 'the icon was not made from the logo')
    return draw(undefined, size, maskable)
  }
}

/** `GET /manifest.webmanifest` and `GET /icons/192.png`, `/icons/512.png`, `/icons/maskable.png`; open to everybody, like the login page. */
export function manifestPage(http: FastifyInstance, app: App) {
  http.get('/manifest.webmanifest', async (_request, reply) => {
    const { siteName } = await site({ app })
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          id: '/',
          name: siteName,
          short_name: siteName.slice(0, 12),
          lang: 'zh-CN',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: white,
          theme_color: brand,
          icons: [
            ...sizes.map((size) => ({ src: `/icons/${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
            { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          ],
        }),
      )
  })
  const send = (path: string, size: number, maskable: boolean) =>
    http.get(path, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('image/png')
        .send(await icon(app, { app }, size, maskable)),
    )
  for (const size of sizes) send(`/icons/${size}.png`, size, false)
  send('/icons/maskable.png', 512, true)
}
