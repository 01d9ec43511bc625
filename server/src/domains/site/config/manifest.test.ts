// What a phone reads to install the site.
import { config } from '@shuyuan/contract/site/config/config.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'

const { app, admin } = await startWith()
const get = (url: string) => app.http.inject({ url })

test('the manifest has the name of the site and icons that exist', async () => {
  const site = await app.ok(config.detail, { id: '1' }, admin.token)
  await app.ok(config.save, { ...site, siteName: '云栖书院' }, admin.token)
  const reply = await get('/manifest.webmanifest')
  expect(reply.headers['content-type']).toContain('application/manifest+json')
  const manifest = reply.json<{ name: string; display: string; icons: { src: string; sizes: string; purpose?: string }[] }>()
  expect(manifest).toMatchObject({ name: '云栖书院', display: 'standalone' })
  expect(manifest.icons.some((one) => one.purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp((await get(src)).rawPayload).metadata()
    expect(`${width}x${height} ${format}`).toBe(`${sizes} png`)
  }
})

test('a logo that cannot be read leaves the sign of the product', async () => {
  const site = await app.ok(config.detail, { id: '1' }, admin.token)
  const before = (await get('/icons/192.png')).rawPayload
  await app.ok(config.save, { ...site, frontLogo: `/files/202611/${'a'.repeat(32)}.png` }, admin.token)
  expect((await get('/icons/192.png')).rawPayload.equals(before)).toBe(true)
})
