import { qu } from '@shuyuan/contract/qu/qu.ts'
import { serve } from '../../kernel/endpoint.ts'
import { changeQuestions } from './bank/batch.service.ts'
import { findDuplicates, whereUsed } from './bank/use.service.ts'
import { exportLoss } from './export/export-format.service.ts'
import { exportQuestions, questionTemplate } from './export/export.service.ts'
import { findImportState, importQuestions } from './import/import.service.ts'
import { deleteQuestions } from './bank/remove.service.ts'
import { findQuestion, pageQuestions, saveQuestion } from './bank/qu.service.ts'

export default serve(qu, {
  paging: pageQuestions,
  detail: findQuestion,
  save: saveQuestion,
  delete: deleteQuestions,
  batch: changeQuestions,
  'where-used': whereUsed,
  duplicates: findDuplicates,
  import: importQuestions,
  'import-state': findImportState,
  'import-template': questionTemplate,
  'export-loss': exportLoss,
  export: exportQuestions,
})
