// /api/qu/import
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { serve } from '../../../kernel/endpoint.ts'
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

export default serve(quImport, {
  stage: stageImport,
  detail: findStaging,
  waiting: waitingStagings,
  paging: pageStaged,
  row: findStaged,
  'save-row': saveStaged,
  choose: chooseStaged,
  commit: commitStaged,
  drop: dropStaged,
})
