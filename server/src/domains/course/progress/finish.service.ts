// Course completion: recorded once; its effects are retried until they succeed.
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Database } from '../../../kernel/database.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

export const FINISHED = 'course.finished'

export type FinishedCourse = { courseId: string; userId: string }
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>
type Hook = (ctx: Due, finished: FinishedCourse) => Promise<void>

const hooksOf = appPart(() => new Map<string, Hook>())

/**
 * Runs `hook` once for each completion, in the transaction that marks its effects as done; if a hook fails, all are retried. Called at the
 * start of the server.
 */
export const onCourseFinished = (app: App, name: string, hook: Hook): void => void hooksOf(app).set(name, hook)

/** Records in the caller's transaction that a user has finished a course. Never undone. */
export async function recordFinished(ctx: Due, { courseId, userId }: FinishedCourse): Promise<void> {
  await ctx.db
    .updateTable('courseLearn')
    .set({ finishTime: ctx.now, finishDue: true })
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('finishTime', 'is', null)
    .execute()
  ctx.afterCommit(() => nudge(ctx.app))
}

const required = sql`course_item i join course_file f on f.id = i.file_id and f.enabled where i.course_id = l.course_id and i.required`

/** The learner's newest capture failed, or the first one of an opening has not come. */
const isWaitingForCapture = sql`exists (select from course_face_state s join course c on c.id = s.course_id and c.face_interval > 0
  where s.course_id = l.course_id and s.user_id = l.user_id and s.held)`

/**
 * After files were removed from courses: records the users who have finished all remaining ones. Rows locked by a running learning call are
 * skipped; these users are recorded when they open their next file.
 */
export async function finishCompleted(ctx: Due, courseIds: readonly string[]): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update course_learn set finish_time = ${ctx.now}, finish_due = true
    from (select l.user_id, l.course_id from course_learn l
      where l.course_id = any(${courseIds}::bigint[]) and l.finish_time is null and exists (select from ${required})
        and not ${isWaitingForCapture}
        and not exists (select from ${required} and not exists (select from course_file_learn p
          where p.user_id = l.user_id and p.course_id = l.course_id and p.file_id = i.file_id and p.finish_time is not null))
      for update of l skip locked) as through
    where course_learn.user_id = through.user_id and course_learn.course_id = through.course_id`.execute(ctx.db)
  if (numAffectedRows > 0n) ctx.afterCommit(() => nudge(ctx.app))
}

async function nudge(app: App) {
  try {
    await app.jobs.send(app.db, FINISHED, {})
  } catch (error) {
    app.log.debug({ err: error }, 'finished courses wait for the next scheduled run')
  }
}

/**
 * Runs the effects of all recorded completions, one transaction each; several server processes may run it concurrently. A failed one is
 * retried with the next run. @returns the number of successful ones
 */
export async function followFinished(app: App): Promise<number> {
  const failed: string[] = []
  let done = 0
  for (;;) {
    let found: FinishedCourse | undefined
    try {
      await ownTransaction(app, async (ctx) => {
        found = await pick(ctx.db, failed)
        if (found) await followOne(ctx, found)
      })
      if (found === undefined) return done
      done++
    } catch (error) {
      if (found === undefined) throw error
      app.log.error({ err: error, ...found }, 'a finished course could not be followed up')
      failed.push(nameOf(found))
    }
  }
}

const nameOf = ({ courseId, userId }: FinishedCourse) => `${courseId}/${userId}`

const pick = (db: Database, failed: readonly string[]): Promise<FinishedCourse | undefined> =>
  db
    .selectFrom('courseLearn')
    .where('finishDue', '=', true)
    .where(sql<boolean>`course_id || '/' || user_id != all(${failed}::text[])`)
    .orderBy('finishTime')
    .limit(1)
    .select(['courseId', 'userId'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

async function followOne(ctx: Due, { courseId, userId }: FinishedCourse) {
  for (const hook of hooksOf(ctx.app).values()) await hook(ctx, { courseId, userId })
  await ctx.db.updateTable('courseLearn').set({ finishDue: false }).where('userId', '=', userId).where('courseId', '=', courseId).execute()
}
