// Course files and attachments are private: learners of a course get signed addresses.
import { type PrivateReferences, publicAmong } from '../../common/protect.service.ts'

export const privateCourseFiles: PrivateReferences = {
  list(db, url) {
    const files = db.selectFrom('courseFile').select('fileUrl')
    return publicAmong(db, files.union(db.selectFrom('courseAttachment').select('fileUrl')), url)
  },
  async replace(db, from, to) {
    await db.updateTable('courseFile').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
    await db.updateTable('courseAttachment').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
    await db.updateTable('courseFile').set({ viewUrl: to }).where('viewUrl', '=', from).execute()
  },
}
