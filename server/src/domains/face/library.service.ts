// The library of faces: stores pictures, enrols them with the active provider, and deletes them everywhere.
import { FaceState, type faceSource } from '@shuyuan/contract/face/face.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { sealValue } from '../../kernel/sealed/sealed-column.ts'
import type { Enrolled, FaceProvider } from '../../providers/face/face.ts'
import { activeFace, faceNamed } from '../site/provider/compare.service.ts'
import { removePicture } from '../site/provider/evidence.service.ts'
import { consentTimes } from './consent.service.ts'
import { faceBytes, faceVector, storedFace } from './match.service.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { among } from '../../kernel/database.ts'

export type FaceSource = keyof typeof faceSource
type Stored = { id: string; url: string; provider: string; vendorId: string }
const PRIVATE = 'private:'
const AT_ONCE = 20

/** Stores the picture of a user's face, which then waits for its enrolment. @param url column value of `storePicture`, or the address of an upload */
export async function putFace(
  ctx: Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>,
  row: { userId: string; url: string; source: FaceSource },
): Promise<void> {
  const { db, now } = ctx
  const { userId, url, source } = row
  const before = await db.selectFrom('sysFace').where('id', '=', userId).select('url').forUpdate().executeTakeFirst()
  if (before && before.url !== url && before.url.startsWith(PRIVATE)) ctx.afterCommit(() => removePicture(ctx.app, before.url))
  // provider and vendorId stay: a copy at another service is deleted once the new face is enrolled
  const values = { url, source, vector: '', width: 0, state: FaceState.waiting, problem: '', updateTime: now }
  await db
    .insertInto('sysFace')
    .values({ id: userId, ...values, createTime: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Stores the result of an enrolment; the picture is refused with its problem. */
export async function storeEnrolment(
  { db, seal, now }: Pick<App, 'db' | 'seal'> & { now: Date },
  { name, model }: Pick<FaceProvider, 'name' | 'model'>,
  userId: string,
  found: Enrolled,
): Promise<void> {
  const isGood = !('problem' in found)
  await db
    .updateTable('sysFace')
    .set({
      provider: name,
      model,
      vector: isGood ? sealValue(seal, faceVector, userId, found.vector) : '',
      ...(isGood ? { vendorId: found.vendorId } : {}),
      width: isGood ? found.width : 0,
      state: isGood ? FaceState.used : FaceState.refused,
      problem: isGood ? '' : found.problem,
      updateTime: now,
    })
    .where('id', '=', userId)
    .execute()
}

/** `marked`: the provider and model by which this process last looked for outdated faces */
const runningOf = appPart(() => ({ busy: false, again: false, marked: '' }))

/** Enrols waiting pictures one after the other, of users who agreed. One run per process at a time. */
export async function enrolWaiting(app: App): Promise<void> {
  const running = runningOf(app)
  running.again = true
  if (running.busy) return
  running.busy = true
  try {
    while (running.again) {
      running.again = false
      await enrolAll(app)
    }
  } catch (error) {
    app.log.warn({ err: error }, 'faces could not be enrolled')
  } finally {
    running.busy = false
  }
}

/** Enrols in the background, after the transaction. */
export const enrolAfter = (ctx: Pick<Ctx, 'app' | 'afterCommit'>): void => ctx.afterCommit(() => void enrolWaiting(ctx.app))

/** What another provider or model enrolled waits for its enrolment, from the stored pictures. @returns how many */
export async function markOutdated(app: Pick<App, 'db' | 'clock'>, { name, model }: FaceProvider): Promise<number> {
  const { numUpdatedRows } = await app.db
    .updateTable('sysFace')
    .set({ state: FaceState.waiting, problem: '', vector: '', updateTime: app.clock() })
    .where('state', '!=', FaceState.waiting)
    .where((eb) => eb.or([eb('provider', '!=', name), eb('model', '!=', model)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function enrolAll(app: App): Promise<void> {
  const provider = await activeFace(app)
  if (!provider) return
  const running = runningOf(app)
  const present = `${provider.name} ${provider.model}`
  if (running.marked !== present) await markOutdated(app, provider)
  running.marked = present
  for (let after = '0'; ;) {
    const rows = await app.db
      .selectFrom('sysFace')
      .innerJoin('sysUser', 'sysUser.id', 'sysFace.id')
      .where('sysFace.state', '=', FaceState.waiting)
      .where('sysFace.id', '>', after)
      .orderBy('sysFace.id')
      .limit(AT_ONCE)
      .select(['sysFace.id', 'url', 'provider', 'vendorId'])
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const agreed = await consentTimes(
      app.db,
      rows.map((row) => row.id),
    )
    for (const row of rows) if (agreed.has(row.id) && !(await enrolOne(app, provider, row))) return
    after = last.id
  }
}

/** @returns false when the provider gave no answer: the rest waits for the next run */
async function enrolOne(app: App, provider: FaceProvider, row: Stored): Promise<boolean> {
  const { id: userId, url } = row
  const bytes = await faceBytes(app, url).catch(() => undefined)
  // the upload may just be moving to the private folder: the next run finds it
  if (!bytes) return true
  const found = await provider.enrol(userId, bytes).catch((): Enrolled => ({ problem: 'down' }))
  if ('problem' in found && found.problem === 'down') return false
  if (row.provider !== provider.name) await forgetAt(app, row)
  await storeEnrolment({ ...app, now: app.clock() }, provider, userId, found)
  return true
}

/** Deletes faces: the rows in this transaction, pictures and copies at a service after it. */
export async function dropFaces(ctx: Pick<Ctx, 'app' | 'db' | 'afterCommit'>, userIds: readonly string[]): Promise<number> {
  const rows = await ctx.db.deleteFrom('sysFace').where(among('id', userIds)).returning(['id', 'url', 'provider', 'vendorId']).execute()
  ctx.afterCommit(async () => {
    for (const row of rows) {
      // an address of an upload belongs to the account: sweepPictures removes it once nothing refers to it
      if (row.url.startsWith(PRIVATE)) await removePicture(ctx.app, row.url)
      await forgetAt(ctx.app, row)
    }
  })
  return rows.length
}

/** Deletes a copy at the service that has it, which may not be the active one. */
export async function forgetAt(app: App, { id, url, provider: name, vendorId }: Stored): Promise<void> {
  if (vendorId === '') return
  try {
    await (await faceNamed(app, name))?.forget(storedFace(app, id, { vector: '', vendorId, url }))
  } catch (error) {
    app.log.error({ err: error, userId: id }, 'a face could not be deleted at its service')
  }
}

/** Deletes the faces of accounts that do not exist any more. */
export async function sweepFaces(app: App): Promise<void> {
  const rows = await app.db
    .selectFrom('sysFace')
    .leftJoin('sysUser', 'sysUser.id', 'sysFace.id')
    .where('sysUser.id', 'is', null)
    .select('sysFace.id')
    .limit(500)
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await ownTransaction(app, (ctx) => dropFaces(ctx, ids))
}
