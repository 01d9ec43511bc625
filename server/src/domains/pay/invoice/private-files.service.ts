// Invoices are private: the applicant and the back office get signed addresses.
import { type PrivateReferences, publicAmong } from '../../common/protect.service.ts'

export const privateInvoices: PrivateReferences = {
  list: (db, url) => publicAmong(db, db.selectFrom('payInvoice').select('fileUrl'), url),
  async replace(db, from, to) {
    await db.updateTable('payInvoice').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
  },
}
