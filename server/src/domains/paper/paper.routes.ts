import { paper } from '@shuyuan/contract/paper/paper.ts'
import { serve } from '../../kernel/endpoint.ts'
import { findOngoing, leftTime } from './attempt/clock/clock.service.ts'
import { handExam } from './attempt/clock/close.service.ts'
import { createPaper } from './admission/create.service.ts'
import { countLeave } from './attempt/clock/event.service.ts'
import { markPapers } from './proctor/mark-as.service.ts'
import { openPaper } from './attempt/entry/open.service.ts'
import { deletePapers } from './paper.service.ts'
import { openQuestion } from './attempt/entry/question.service.ts'
import { exportPdf, exportZip } from './result/print.service.ts'
import { findReport } from './result/report.service.ts'
import { findResult, listMine } from './result/result.service.ts'
import { reviewPaper } from './review/review.service.ts'
import { fillAnswer } from './attempt/save/save.service.ts'
import { pagePapers } from './result/score-list.service.ts'

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
