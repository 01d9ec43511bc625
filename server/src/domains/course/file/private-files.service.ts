// Course files and attachments are private: learners who may learn a course get signed addresses.
import type { PrivateReferences } from '../../common/protect.service.ts'

export const privateCourseFiles: PrivateReferences = {
  async list(db, url) {
    const files = db.selectFrom('courseFile').select('fileUrl')
    const rows = await db
      .selectFrom(files.union(db.selectFrom('courseAttachment').select('fileUrl')).as('used'))
      .innerJoin('commonFile', 'commonFile.url', 'used.fileUrl')
      .where('commonFile.isPrivate', '=', false)
      .$if(url !== undefined, (query) => query.where('commonFile.url', '=', url ?? ''))
      .select('commonFile.url')
      .execute()
    return rows.map((one) => one.url)
  },
  async replace(db, from, to) {
    await db.updateTable('courseFile').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
    await db.updateTable('courseAttachment').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
    await db.updateTable('courseFile').set({ viewUrl: to }).where('viewUrl', '=', from).execute()
  },
}
