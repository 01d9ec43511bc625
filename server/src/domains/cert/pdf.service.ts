// Lays out a certificate: the layout with a person's values, pictures and QR code.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { fillVariables, type CertVariable, type Layout, pageSizes } from '@shuyuan/contract/cert/layout.ts'
import type { cert } from '@shuyuan/contract/cert/cert.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import makeQr from 'qrcode-generator'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { pictures } from '../../kernel/picture.ts'
import { type CertificateDoc, openPrinter, type Picture, type Printer } from '../../kernel/typeset/typeset.ts'
import { site } from '../site/config/config.service.ts'
import { picturesOf } from './cert.service.ts'
import { dayText, expiryOf, newGrantNo } from './grant.rules.ts'

const MOST_BYTES = 20 * 1024 * 1024
/** Pixels of A4 at 150 dpi: larger pictures make the PDF slow, not sharper. */
const PAGE_PIXELS = { width: 1_754, height: 1_754 }
const PHOTO_PIXELS = { width: 420, height: 588 }
const JPEG_QUALITY = 86
/** White signs around a QR code, without which readers do not find it. */
const QUIET = 4

/** A QR code as an SVG: black runs on a white square. */
export function qrSvg(text: string): string {
  const code = makeQr(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * QUIET
  const isDark = (row: number, at: number) => at >= 0 && at < count && code.isDark(row, at)
  let path = ''
  for (let row = 0; row < count; row++)
    for (let at = 0; at < count; at++) {
      if (!isDark(row, at) || isDark(row, at - 1)) continue
      let length = 1
      while (isDark(row, at + length)) length++
      path += `M${at + QUIET} ${row + QUIET}h${length}v1h-${length}z`
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
}

/** The address of the public page of a certificate. @param origin of the site when the layout was saved */
export async function verifyAddress(ctx: Pick<Ctx, 'app'>, origin: string): Promise<(grantNo: string) => string> {
  const { h5Host } = await site(ctx)
  const base = withoutSlash(h5Host || origin)
  return (grantNo) => `${base}/cert/${grantNo}`
}

/** What is printed; `photo` is the stored address of the person's photo, '' without one. */
export type Printed = { title: string; layout: Layout; vars: Partial<Record<CertVariable, string>>; verifyUrl: string; photo: string }

function docOf({ title, layout, vars, verifyUrl, photo }: Printed): { doc: CertificateDoc; sources: string[] } {
  const items = layout.items.flatMap(({ type, url, text, ...place }) => {
    const item = { type, ...place, text: type === 'text' ? fillVariables(text, vars) : '' }
    if (type === 'qr') return [{ ...item, svg: qrSvg(verifyUrl) }]
    if (type === 'image') return url === '' ? [] : [{ ...item, src: url }]
    if (type === 'photo') return photo === '' ? [] : [{ ...item, src: photo }]
    return [item]
  })
  const background = layout.background === '' ? {} : { background: layout.background }
  const photos = layout.items.some((one) => one.type === 'photo') ? [photo] : []
  const sources = [...picturesOf(layout), ...photos].filter((src) => src !== '')
  return { doc: { title, ...pageSizes[layout.shape], ...background, items }, sources }
}

/** The bytes of a public picture or of a person's private photo, reduced in size; undefined when it is gone. */
async function pictureOf({ storage, log }: App, src: string, isPhoto: boolean): Promise<Picture | undefined> {
  const bytes =
    (await storage.read(src, MOST_BYTES)) ?? (isPhoto ? await storage.readPrivate(src.replace(/^\/files\//, ''), MOST_BYTES) : undefined)
  if (!bytes) return undefined
  const sharp = await pictures()
  const bounds = isPhoto ? PHOTO_PIXELS : PAGE_PIXELS
  try {
    const small = sharp(bytes, { failOn: 'error' })
      .rotate()
      .resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await (bytes[0] === 0x89 ? small.png() : small.jpeg({ quality: JPEG_QUALITY })).toBuffer({
      resolveWithObject: true,
    })
    return { src, bytes: data, width: info.width }
  } catch (error) {
    log.warn({ err: error, src }, 'a picture of a certificate cannot be read')
    return undefined
  }
}

/** Prints one certificate. Fails printFailed. */
export function printCertificate(app: App, printer: Printer, printed: Printed): Promise<Uint8Array> {
  const { doc, sources } = docOf(printed)
  return printer.printCertificate(doc, sources, (src) => pictureOf(app, src, src === printed.photo))
}

/** A PDF of a layout with example values, and the caller's name and photo. */
export async function previewCert(ctx: Ctx, { title, authority, validMonths, layout }: Input<typeof cert.preview>): Promise<FileReply> {
  const own = await ctx.db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('sysUser.id', '=', ctx.user.id)
    .select(['realName', 'userName', 'deptName', 'face', 'avatar'])
    .executeTakeFirstOrThrow()
  const certNo = newGrantNo(ctx.now)
  const { siteName } = await site(ctx)
  const vars = {
    realName: own.realName,
    userName: own.userName,
    deptName: own.deptName ?? '',
    certTitle: title,
    certNo,
    authority,
    siteName,
    issueDate: dayText(ctx.now),
    expireDate: dayText(expiryOf(ctx.now, validMonths)),
    courseTitle: '《示例课程》',
    examTitle: '',
    score: '95',
  }
  const verifyUrl = (await verifyAddress(ctx, ctx.request.origin))(certNo)
  const printer = await openPrinter(ctx.app)
  try {
    const body = await printCertificate(ctx.app, printer, { title, layout, vars, verifyUrl, photo: own.face || own.avatar })
    return { name: `${title}.pdf`, type: 'application/pdf', body }
  } finally {
    await printer.close()
  }
}
