// /api/qu/import
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { previewText, stageText } from './paste.service.ts'
import { stageImport } from './stage.service.ts'
import {
  chooseStaged,
  commitStaged,
  dropStaged,
  findStaged,
  findStaging,
  pageStaged,
  saveStaged,
  waitingStagings,
} from './staged.service.ts'
import { wrongRows } from './wrong-rows.service.ts'

export default serve(quImport, {
  stage: stageImport,
  'stage-text': stageText,
  'preview-text': previewText,
  detail: findStaging,
  waiting: waitingStagings,
  paging: pageStaged,
  row: findStaged,
  'wrong-rows': wrongRows,
  'save-row': saveStaged,
  choose: chooseStaged,
  commit: commitStaged,
  drop: dropStaged,
})
