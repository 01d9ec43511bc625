import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { copyRecording } from './copy.service.ts'
import { deleteMark, saveMark } from './mark.service.ts'
import { saveHold, saveVerdict } from './verdict.service.ts'

export default serve(evidenceReview, {
  'mark-save': saveMark,
  'mark-delete': deleteMark,
  verdict: saveVerdict,
  hold: saveHold,
  export: copyRecording,
})
