import { review } from '@shuyuan/contract/paper/review/review.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { allocate, findProgress } from './review-allot.service.ts'
import { pageMarkers } from './review-marker.service.ts'
import { takeNext } from './review-next.service.ts'
import { findQueue, pageReview } from './review-queue.service.ts'
import { deleteLine, listLines, previewLine, saveLine } from './review-rubric.service.ts'
import { saveMark } from './review-save.service.ts'
import { decideStuck } from './review-stuck.service.ts'
import { openTask } from './review-task.service.ts'

export default serve(review, {
  paging: pageReview,
  queue: findQueue,
  next: takeNext,
  open: openTask,
  save: saveMark,
  allocate,
  decide: decideStuck,
  markers: pageMarkers,
  progress: findProgress,
  'rubric-list': listLines,
  'rubric-preview': previewLine,
  'rubric-save': saveLine,
  'rubric-delete': deleteLine,
})
