import { exam } from '@shuyuan/contract/exam/exam.ts'
import { serve } from '../../kernel/endpoint.ts'
import { prepareExamNotify } from './notify.service.ts'
import { deleteExams, describeExam, findExam, listTitles, pageExams, saveExam, setExamState } from './exam.service.ts'

// whether somebody may start depends on papers, so check-info is served by the paper domain
const { 'check-info': _byPapers, ...own } = exam

export default serve(own, {
  paging: pageExams,
  detail: findExam,
  save: saveExam,
  delete: deleteExams,
  state: setExamState,
  'simple-detail': describeExam,
  'list-titles': listTitles,
  'prepare-notify': prepareExamNotify,
})
