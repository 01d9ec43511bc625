import { paper } from '@shuyuan/contract/paper/paper.ts'
import { serve } from '../../kernel/endpoint.ts'
import { handExam } from './close.service.ts'
import { createPaper } from './create.service.ts'
import { findOngoing, leftTime, openPaper, openQuestion } from './open.service.ts'
import { deletePapers } from './paper.service.ts'
import { findResult, listMine, pagePapers } from './result.service.ts'
import { reviewPaper } from './review.service.ts'
import { fillAnswer } from './save.service.ts'

export default serve(paper, {
  'create-paper': createPaper,
  'paper-detail': openPaper,
  'qu-detail': openQuestion,
  'fill-answer': fillAnswer,
  'hand-exam': handExam,
  'paper-result': findResult,
  'check-process': findOngoing,
  'left-time': leftTime,
  'list-mine': listMine,
  paging: pagePapers,
  'review-paper': reviewPaper,
  delete: deletePapers,
})
