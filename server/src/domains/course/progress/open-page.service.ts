// The page on which a user learns: one per user, whatever the course.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'

type Place = { courseId: string; fileId: string }
export type OpenPage = Place & { session: string; seenTime: Date }

/** Locks the row that serializes the learning calls of a user. */
export const lockOpen = ({ db, user }: Ctx): Promise<OpenPage | undefined> =>
  db
    .selectFrom('courseOpen')
    .where('userId', '=', user.id)
    .select(['session', 'courseId', 'fileId', 'seenTime'])
    .forUpdate()
    .executeTakeFirst()

/** Stores which page is open. `seen` never goes back, so that reopening grants no further slack. */
export async function takeOpen({ db, user, now }: Ctx, { courseId, fileId }: Place, session: string): Promise<void> {
  await db
    .insertInto('courseOpen')
    .values({ userId: user.id, session, courseId, fileId, seenTime: now })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ session, courseId, fileId, seenTime: sql<Date>`greatest(course_open.seen_time, excluded.seen_time)` }),
    )
    .execute()
}

/** Whether a report comes from the open page; one without a session, from any page of the file. */
export const isOpenPage = (open: OpenPage, { courseId, fileId, session }: Place & { session?: string | undefined }): boolean =>
  open.courseId === courseId && open.fileId === fileId && (session === undefined || session === open.session)
