import { paper } from '@shuyuan/contract/paper/paper.ts'
import { serve } from '../../kernel/endpoint.ts'
import { findOngoing, leftTime } from './clock.service.ts'
import { handExam } from './close.service.ts'
import { createPaper } from './create.service.ts'
import { countLeave } from './event.service.ts'
import { markPapers } from './mark-as.service.ts'
import { openPaper } from './open.service.ts'
import { deletePapers } from './paper.service.ts'
import { openQuestion } from './question.service.ts'
import { exportPdf, exportZip } from './print.service.ts'
import { findReport } from './report.service.ts'
import { findResult, listMine } from './result.service.ts'
import { reviewPaper } from './review.service.ts'
import { fillAnswer } from './save.service.ts'
import { pagePapers } from './score-list.service.ts'

export default serve(paper, {
  'create-paper': createPaper,
  'paper-detail': openPaper,
  'qu-detail': openQuestion,
  'fill-answer': fillAnswer,
  'hand-exam': handExam,
  'paper-result': findResult,
  'result-report': findReport,
  'export-pdf': exportPdf,
  'export-zip': exportZip,
  'check-process': findOngoing,
  'left-time': leftTime,
  'list-mine': listMine,
  paging: pagePapers,
  'leave-incr': countLeave,
  'mark-as': markPapers,
  'review-paper': reviewPaper,
  delete: deletePapers,
})
