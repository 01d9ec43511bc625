// The steps of the demo data: each is done once, whatever is interrupted.
import { sql } from 'kysely'
import { type App, type Ctx, ctxOf, type CurrentUser, nobody } from '../kernel/ctx.ts'
import { type Database, json } from '../kernel/database.ts'

const LOCK = 20_261_122

export async function isDone(app: App, name: string): Promise<boolean> {
  return (await app.db.selectFrom('sysConfig').where('key', '=', `demo.${name}`).select('key').executeTakeFirst()) !== undefined
}

/** Runs a step as the administrator and records it, in one transaction; nothing if it was recorded before. */
export async function step(app: App, name: string, act: (ctx: Ctx) => Promise<void>): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
    const noted = await db
      .insertInto('sysConfig')
      .values({ key: `demo.${name}`, data: json(true) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (noted) await act(ctxOf(app, { db, user: await person(db, 'admin') }))
  })
}

/** A user of the demonstration as the caller; a caller without an account if it is gone. */
export async function person(db: Database, userName: string): Promise<CurrentUser> {
  const row = await db
    .selectFrom('sysUser')
    .where('userName', '=', userName)
    .select(['id', 'userName', 'realName', 'roleType', 'deptCode'])
    .executeTakeFirst()
  return { ...nobody, ...row }
}

/** The same context at another time, as another user: what is done in it belongs to that moment. */
export const asIf = (ctx: Ctx, at: Date, user: CurrentUser = ctx.user): Ctx => ({
  ...ctx,
  app: { ...ctx.app, clock: () => at },
  now: at,
  user,
})

/** The account of a learner of the demonstration. */
const [MINUTE, DAY] = [60_000, 86_400_000]
/** A time as people set one, without seconds. @param days after the present, or before it */
export const inDays = ({ now }: Pick<Ctx, 'now'>, days: number) => new Date(Math.floor((now.getTime() + days * DAY) / MINUTE) * MINUTE)

export const learnerName = (number: number) => `learner${String(number).padStart(2, '0')}`
