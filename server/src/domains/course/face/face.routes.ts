// /api/course/face
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageCaptures, pageChecks } from './face-list.service.ts'
import { faceStateOf, saveLearnCapture, validateLearner } from './face.service.ts'

export default serve(courseFace, {
  state: faceStateOf,
  'validate-face': validateLearner,
  save: saveLearnCapture,
  'face-paging': pageChecks,
  'capture-paging': pageCaptures,
})
