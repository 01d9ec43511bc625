import { exam } from '@shuyuan/contract/exam/exam.ts'
import { serve } from '../../kernel/endpoint.ts'
import { prepareExamNotify } from './notify.service.ts'
import { findShutOut } from './shut-out.service.ts'
import { deleteExams, describeExam, findExam, listTitles, pageExams, saveExam, setExamState } from './exam.service.ts'

// whether somebody may start, and who needs a make-up exam, depends on papers: served by the paper domain
const { 'check-info': _byPapers, 'make-up': _makeUp, 'make-up-count': _makeUpCount, ...own } = exam

export default serve(own, {
  paging: pageExams,
  detail: findExam,
  save: saveExam,
  delete: deleteExams,
  state: setExamState,
  'simple-detail': describeExam,
  'list-titles': listTitles,
  'prepare-notify': prepareExamNotify,
  'shut-out': findShutOut,
})
