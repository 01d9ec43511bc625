// /api/qu/mark
import { quMark } from '@shuyuan/contract/qu/bank/mark.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { handleReports, pageReports, saveFavourite, saveNote, saveReport } from './mark.service.ts'

export default serve(quMark, {
  favourite: saveFavourite,
  note: saveNote,
  report: saveReport,
  'report-paging': pageReports,
  'report-handle': handleReports,
})
