// Pictures of the checks and captures of exams, kept for as many days as the settings of faces say.
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { keptSince } from '../../face/consent.service.ts'
import { removePicture } from '../../site/provider/evidence.service.ts'
import { among } from '../../../kernel/database.ts'

const AT_ONCE = 500

/** Removes the pictures; the timeline keeps what was compared, and when. @returns how many */
export async function deleteOldCaptures(app: App): Promise<number> {
  const before = await keptSince(app, 'examKeepDays')
  for (let gone = 0; ;) {
    const { rows } = await sql<{ id: string; url: string }>`
      select id::text, url from paper_event where url <> '' and create_time < ${before}::timestamptz order by create_time, id limit ${AT_ONCE}`.execute(
      app.db,
    )
    // the file first: a row without a picture is never looked at again
    for (const { url } of rows) await removePicture(app, url)
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) await app.db.updateTable('paperEvent').set({ url: '' }).where(among('id', ids)).execute()
    gone += rows.length
    if (rows.length < AT_ONCE) return gone
  }
}
