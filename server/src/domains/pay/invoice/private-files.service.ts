// Invoices are private: the applicant and the back office get signed addresses.
import type { PrivateReferences } from '../../common/protect.service.ts'

export const privateInvoices: PrivateReferences = {
  async list(db, url) {
    const rows = await db
      .selectFrom('payInvoice')
      .innerJoin('commonFile', 'commonFile.url', 'payInvoice.fileUrl')
      .where('commonFile.isPrivate', '=', false)
      .$if(url !== undefined, (query) => query.where('commonFile.url', '=', url ?? ''))
      .select('commonFile.url')
      .execute()
    return rows.map((one) => one.url)
  },
  async replace(db, from, to) {
    await db.updateTable('payInvoice').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
  },
}
