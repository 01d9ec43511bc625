// Files of pictures whose rows were deleted, by an account, a course, an exam or a paper that was deleted with them.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { removeUpload } from '../common/unused.service.ts'
import { removePicture } from '../site/provider/evidence.service.ts'

const AT_ONCE = 200
const PRIVATE = 'private:'

/** Removes the files. A picture to which an account still refers, for example as its avatar, stays. @returns how many files were removed */
export async function sweepPictures(app: App): Promise<number> {
  for (let removed = 0, after = ''; ;) {
    const rows = await app.db
      .selectFrom('sysPictureGone')
      .where('picture', '>', after)
      .orderBy('picture')
      .limit(AT_ONCE)
      .select('picture')
      .execute()
    const last = rows.at(-1)
    if (!last) return removed
    after = last.picture
    const all = rows.map((row) => row.picture)
    const kept = await usedAmong(
      app,
      all.filter((one) => !one.startsWith(PRIVATE)),
    )
    for (const picture of all) if (kept.has(picture) || (await isRemoved(app, picture))) removed += await settle(app, picture, kept)
  }
}

/** Addresses of uploads to which rows of people refer. */
async function usedAmong({ db }: App, urls: readonly string[]): Promise<Set<string>> {
  if (urls.length === 0) return new Set()
  const { rows } = await sql<{ url: string }>`
    select face as url from sys_user where face = any(${urls}::text[])
    union select avatar from sys_user where avatar = any(${urls}::text[])
    union select face from sys_real where face = any(${urls}::text[])
    union select url from sys_face where url = any(${urls}::text[])`.execute(db)
  return new Set(rows.map((row) => row.url))
}

/** @returns false when the storage gave no answer: the next run tries again */
async function isRemoved(app: App, picture: string): Promise<boolean> {
  try {
    await (picture.startsWith(PRIVATE) ? removePicture : removeUpload)(app, picture)
    return true
  } catch (error) {
    app.log.warn({ err: error }, 'a picture could not be removed')
    return false
  }
}

async function settle({ db }: App, picture: string, kept: ReadonlySet<string>): Promise<number> {
  await db.deleteFrom('sysPictureGone').where('picture', '=', picture).execute()
  return kept.has(picture) ? 0 : 1
}
