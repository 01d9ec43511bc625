// The library of faces: stores pictures, enrols them with the active provider, and deletes them everywhere.
import { FaceState, type faceSource } from '@shuyuan/contract/sys/face/face.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { sealValue } from '../../../kernel/sealed/sealed-column.ts'
import type { Enrolled, FaceProvider } from '../../../providers/face/face.ts'
import { activeFace } from '../provider/compare.service.ts'
import { removePicture } from '../provider/evidence.service.ts'
import { consentTimes } from './consent.service.ts'
import { faceBytes, faceVector, storedFace } from './match.service.ts'

export type FaceSource = keyof typeof faceSource
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
  const values = { url, source, provider: '', model: '', vector: '', width: 0, state: FaceState.waiting, problem: '', updateTime: now }
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
      vendorId: isGood ? found.vendorId : '',
      width: isGood ? found.width : 0,
      state: isGood ? FaceState.used : FaceState.refused,
      problem: isGood ? '' : found.problem,
      updateTime: now,
    })
    .where('id', '=', userId)
    .execute()
}

const runningOf = appPart(() => ({ busy: false, again: false }))

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

async function enrolAll(app: App): Promise<void> {
  const provider = await activeFace(app)
  if (!provider) return
  for (let after = '0'; ;) {
    const rows = await app.db
      .selectFrom('sysFace')
      .innerJoin('sysUser', 'sysUser.id', 'sysFace.id')
      .where('sysFace.state', '=', FaceState.waiting)
      .where('sysFace.id', '>', after)
      .orderBy('sysFace.id')
      .limit(AT_ONCE)
      .select(['sysFace.id', 'url'])
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const agreed = await consentTimes(
      app.db,
      rows.map((row) => row.id),
    )
    for (const { id, url } of rows) if (agreed.has(id) && !(await enrolOne(app, provider, id, url))) return
    after = last.id
  }
}

/** @returns false when the provider gave no answer: the rest waits for the next run */
async function enrolOne(app: App, provider: FaceProvider, userId: string, url: string): Promise<boolean> {
  const bytes = await faceBytes(app, url).catch(() => undefined)
  // the upload may just be moving to the private folder: the next run finds it
  if (!bytes) return true
  const found = await provider.enrol(userId, bytes).catch((): Enrolled => ({ problem: 'down' }))
  if ('problem' in found && found.problem === 'down') return false
  await storeEnrolment({ ...app, now: app.clock() }, provider, userId, found)
  return true
}

/** Deletes faces: the rows in this transaction, pictures and copies at a service after it. */
export async function dropFaces(ctx: Pick<Ctx, 'app' | 'db' | 'afterCommit'>, userIds: readonly string[]): Promise<number> {
  const rows = await ctx.db
    .deleteFrom('sysFace')
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .returning(['id', 'url', 'provider', 'vendorId'])
    .execute()
  ctx.afterCommit(() => eraseCopies(ctx.app, rows))
  return rows.length
}

/** An address of an upload belongs to the account and stays. */
async function eraseCopies(app: App, rows: readonly { id: string; url: string; provider: string; vendorId: string }[]): Promise<void> {
  const provider = await activeFace(app)
  for (const { id, url, provider: name, vendorId } of rows) {
    if (url.startsWith(PRIVATE)) await removePicture(app, url)
    if (provider?.name !== name || vendorId === '') continue
    await provider
      .forget(storedFace(app, id, { vector: '', vendorId, url }))
      .catch((error: unknown) => app.log.error({ err: error, userId: id }, 'a face could not be deleted at its service'))
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
  if (ids.length > 0) await dropFaces({ app, db: app.db, afterCommit: (act) => void act() }, ids)
}
