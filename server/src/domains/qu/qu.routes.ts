import { qu } from '@shuyuan/contract/qu/qu.ts'
import { serve } from '../../kernel/endpoint.ts'
import { changeQuestions } from './batch.service.ts'
import { findDuplicates, whereUsed } from './use.service.ts'
import { exportLoss } from './export.format.service.ts'
import { exportQuestions, questionTemplate } from './export.service.ts'
import { findImportState, importQuestions } from './import.service.ts'
import { deleteQuestions, findQuestion, pageQuestions, saveQuestion } from './qu.service.ts'

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
