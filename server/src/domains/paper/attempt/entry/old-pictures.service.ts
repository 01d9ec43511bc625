// Pictures of candidates from before signed addresses (docs/decisions/0034): moves them out of the served folder.
import type { App } from '../../../../kernel/ctx.ts'
import { hidePicture } from '../../../site/provider/evidence.service.ts'

const AT_ONCE = 200

/** Moves the files and writes the new column values. A picture whose file is missing loses its address. */
export async function hideOldPictures(app: App): Promise<void> {
  for (;;) {
    const rows = await app.db.selectFrom('paperEvent').where('url', 'like', '/files/%').select(['id', 'url']).limit(AT_ONCE).execute()
    for (const { id, url } of rows)
      await app.db
        .updateTable('paperEvent')
        .set({ url: await hidePicture(app, url) })
        .where('id', '=', id)
        .execute()
    if (rows.length < AT_ONCE) return
  }
}
