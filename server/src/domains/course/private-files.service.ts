// Course files are private: learners who may learn a course get signed addresses.
import type { PrivateReferences } from '../common/protect.service.ts'

export const privateCourseFiles: PrivateReferences = {
  async list(db, url) {
    const rows = await db
      .selectFrom('courseFile')
      .innerJoin('commonFile', 'commonFile.url', 'courseFile.fileUrl')
      .where('commonFile.isPrivate', '=', false)
      .$if(url !== undefined, (query) => query.where('commonFile.url', '=', url ?? ''))
      .select('commonFile.url')
      .execute()
    return rows.map((one) => one.url)
  },
  async replace(db, from, to) {
    await db.updateTable('courseFile').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
    await db.updateTable('courseFile').set({ viewUrl: to }).where('viewUrl', '=', from).execute()
  },
}
