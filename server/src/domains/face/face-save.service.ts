// Changes of the library: a photo by an administrator, many by a zip archive, deletion, re-enrolment, and the consent of a user.
import { say } from '@shuyuan/contract/face/face.server.texts.ts'
import { say as saySite } from '@shuyuan/contract/site/site.server.texts.ts'
import { FaceState, type sysFace } from '@shuyuan/contract/face/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { readArchive } from '../../kernel/archive.ts'
import { type Ctx, mustHaveFile, type SlowCtx, type UploadedFile } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { writeSheets } from '../../kernel/sheet/spreadsheet.ts'
import { wording } from '../../kernel/localized.ts'
import { mustManage, withinDataScope } from '../people/user/data-scope.service.ts'
import { activeFace } from '../site/provider/compare.service.ts'
import { removePicture, storePicture } from '../site/provider/evidence.service.ts'
import { consentTimes, recordConsent } from './consent.service.ts'
import { dropFaces, enrolAfter, forgetAt, markOutdated, putFace, storeEnrolment } from './library.service.ts'
import { faceMessage } from './match.service.ts'
import { pictures } from '../../kernel/picture.ts'

const MB = 1024 * 1024
const MAX_BYTES = 10 * MB
const MAX_PIXELS = 40_000_000
const MOST_SIDE = 1_280

/** Fails fileTooLarge, fileKind or faceUnfit. */
async function facePhoto({ path, size }: UploadedFile): Promise<Buffer> {
  if (size > MAX_BYTES) fail('fileTooLarge', say('photoOverMb', { mb: MAX_BYTES / MB }))
  const sharp = await pictures()
  const picture = sharp(await readFile(path), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format } = await picture.metadata().catch(() => fail('fileKind', say('photoUnreadable')))
  if (format !== 'jpeg' && format !== 'png') fail('fileKind', say('photoKinds'))
  return picture
    .autoOrient()
    .flatten({ background: 'white' })
    .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer()
    .catch(() => fail('faceUnfit', say('photoBroken')))
}

const ON_PAPER = '管理员录入时确认：已取得本人书面同意'
const MOST_IMPORTED = 500
const IMPORT_BYTES = 200 * MB

/** Passes for users who agreed; with `agreed` the agreement on paper is recorded. Fails faceConsent. */
async function mustAgree(ctx: Ctx, userId: string, agreed: boolean): Promise<void> {
  if ((await consentTimes(ctx.db, [userId])).has(userId)) return
  if (!agreed) fail('faceConsent', say('faceConsentMissing'))
  await recordConsent(ctx, userId, true, ON_PAPER)
}

/** Enrols a photo of a user. Fails notFound, userBeyond, faceConsent, fileKind, fileTooLarge, and faceUnfit with the reason. */
export async function saveFace(ctx: SlowCtx, { userId, agreed }: Input<typeof sysFace.save>): Promise<true> {
  const picture = await facePhoto(mustHaveFile(ctx))
  const provider = (await activeFace(ctx.app)) ?? fail('faceUnfit', saySite('facesNotCompared'))
  await ctx.read(async (inner) => {
    const within = inner.db
      .selectFrom('sysUser')
      .where('id', '=', userId)
      .where(await withinDataScope(inner))
      .select('id')
    if (!(await within.executeTakeFirst())) fail('notFound')
    if (agreed === '0' && !(await consentTimes(inner.db, [userId])).has(userId)) fail('faceConsent', say('faceConsentMissing'))
  })
  const found = await provider.enrol(userId, picture)
  if ('problem' in found) fail('faceUnfit', faceMessage(found.problem))
  const url = await storePicture(ctx.app, picture)
  return ctx.transaction(async (inner) => {
    await mustManage(inner, [userId])
    await mustAgree(inner, userId, agreed === '1')
    const before = await inner.db
      .selectFrom('sysFace')
      .where('id', '=', userId)
      .select(['id', 'url', 'provider', 'vendorId'])
      .executeTakeFirst()
    if (before && before.provider !== provider.name) inner.afterCommit(() => forgetAt(inner.app, before))
    await putFace(inner, { userId, url, source: 'admin' })
    await storeEnrolment({ ...inner.app, db: inner.db, now: inner.now }, provider, userId, found)
    inner.change = { after: { userId } }
    return true as const
  })
}

/** Deletes faces, here and at the service. Fails as mustManage. */
export async function deleteFaces(ctx: Ctx, { ids }: Input<typeof sysFace.delete>): Promise<true> {
  const people = await mustManage(ctx, ids)
  ctx.change.before = people.map(({ id, userName }) => ({ id, userName }))
  await dropFaces(ctx, ids)
  return true
}

type Photo = { name: string; userName: string; bytes: Buffer }

/** Stores the photos of a zip archive; they are enrolled in the background. Fails fileMissing, fileTooLarge, sheetBroken. */
export async function importFaces(ctx: SlowCtx, { agreed }: Input<typeof sysFace.import>): Promise<Output<typeof sysFace.import>> {
  const { path, size, name: archive } = mustHaveFile(ctx)
  if (size > IMPORT_BYTES) fail('fileTooLarge')
  const entries = [...readArchive(await readFile(path))].filter(([name]) => !/(?:^|\/)[._]/.test(name))
  const failed: { name: string; reason: string }[] = []
  const photos: Photo[] = []
  for (const [path_, bytes] of entries) {
    const name = path_.split('/').at(-1) ?? ''
    const userName = /^(.+)\.jpe?g$/i.exec(name)?.[1]
    if (userName === undefined) failed.push({ name, reason: wording(ctx, say('faceFileName')) })
    else if (photos.length >= MOST_IMPORTED) failed.push({ name, reason: wording(ctx, say('faceZipFull', { most: MOST_IMPORTED })) })
    else photos.push({ name, userName, bytes: Buffer.from(bytes) })
  }
  if (photos.length === 0 && failed.length === 0) fail('sheetBroken', say('faceZipEmpty'))
  const stored = await Promise.all(photos.map(async (one) => ({ ...one, url: await storePicture(ctx.app, one.bytes) })))
  const done = await ctx.transaction((inner) => putImported(inner, stored, agreed === '1', failed))
  return { done, failed, wrong: failed.length === 0 ? null : await wrongFiles(archive, failed) }
}

/** The refused files of an archive as a sheet. */
async function wrongFiles(archive: string, failed: readonly { name: string; reason: string }[]) {
  const columns = [
    { header: '文件', width: 32 },
    { header: '原因', width: 48 },
  ]
  const sheet = await writeSheets([{ name: '有误的文件', columns, rows: failed.map(({ name, reason }) => [name, reason]) }])
  return { name: `${archive.replace(/\.\w+$/, '')}_有误.xlsx`, sheet: Buffer.from(sheet).toString('base64') }
}

async function putImported(ctx: Ctx, photos: (Photo & { url: string })[], agreed: boolean, failed: { name: string; reason: string }[]) {
  const names = photos.map((one) => one.userName.toLowerCase())
  const people = await ctx.db
    .selectFrom('sysUser')
    .where(sql<boolean>`lower(user_name) = any(${names}::text[])`)
    .where(await withinDataScope(ctx))
    .select(['id', 'userName'])
    .execute()
  const idOf = new Map(people.map((one) => [one.userName.toLowerCase(), one.id]))
  let done = 0
  for (const { name, userName, url } of photos) {
    const userId = idOf.get(userName.toLowerCase())
    if (userId === undefined) {
      failed.push({ name, reason: wording(ctx, say('faceUserUnknown')) })
      ctx.afterCommit(() => removePicture(ctx.app, url))
      continue
    }
    if (agreed && !(await consentTimes(ctx.db, [userId])).has(userId)) await recordConsent(ctx, userId, true, ON_PAPER)
    await putFace(ctx, { userId, url, source: 'import' })
    done++
  }
  ctx.change = { after: { done, failed: failed.length } }
  enrolAfter(ctx)
  return done
}

/** Enrols again what another provider or model enrolled, and what was refused. @returns how many wait */
export async function renewFaces(ctx: Ctx): Promise<Output<typeof sysFace.renew>> {
  const provider = (await activeFace(ctx.app)) ?? fail('faceUnfit', saySite('facesNotCompared'))
  const outdated = await markOutdated({ db: ctx.db, clock: ctx.app.clock }, provider)
  const { numUpdatedRows } = await ctx.db
    .updateTable('sysFace')
    .set({ state: FaceState.waiting, problem: '', updateTime: ctx.now })
    .where('state', '=', FaceState.refused)
    .executeTakeFirst()
  enrolAfter(ctx)
  const waiting = outdated + Number(numUpdatedRows)
  ctx.change = { after: { waiting } }
  return { waiting }
}

/** Stores the caller's consent; a verified user's photo is then enrolled. A withdrawal deletes the face. */
export async function giveConsent(ctx: Ctx, { give }: Input<typeof sysFace.consent>): Promise<true> {
  const { db, user } = ctx
  await recordConsent(ctx, user.id, give)
  if (!give) {
    await dropFaces(ctx, [user.id])
    return true
  }
  const person = await db.selectFrom('sysUser').where('id', '=', user.id).select(['face', 'realPerson']).executeTakeFirstOrThrow()
  const known = await db.selectFrom('sysFace').where('id', '=', user.id).select('id').executeTakeFirst()
  if (!known && person.realPerson && person.face !== '') await putFace(ctx, { userId: user.id, url: person.face, source: 'real' })
  enrolAfter(ctx)
  return true
}
