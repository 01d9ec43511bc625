// Photos of identity are private. A picture that its owner also shows as avatar stays public.
import type { PrivateReferences } from '../../common/protect.service.ts'

export const privatePhotos: PrivateReferences = {
  async list(db, url) {
    const rows = await db
      .selectFrom('commonFile')
      .where('isPrivate', '=', false)
      .$if(url !== undefined, (query) => query.where('url', '=', url ?? ''))
      .where((eb) =>
        eb.or([
          eb('url', 'in', eb.selectFrom('sysReal').select('face')),
          eb('url', 'in', eb.selectFrom('sysUser').where('face', '!=', '').select('face')),
        ]),
      )
      .where('url', 'not in', (eb) => eb.selectFrom('sysUser').where('avatar', '!=', '').select('avatar'))
      .select('url')
      .execute()
    return rows.map((one) => one.url)
  },
  async replace(db, from, to) {
    await db.updateTable('sysReal').set({ face: to }).where('face', '=', from).execute()
    await db.updateTable('sysUser').set({ face: to }).where('face', '=', from).execute()
  },
}
