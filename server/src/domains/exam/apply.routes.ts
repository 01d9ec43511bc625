// /api/exam/apply and /api/exam/face
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { serve } from '../../kernel/endpoint.ts'
import { auditApplies, deleteApplies, pageApplies, saveApply } from './apply/apply.service.ts'
import { validateFace } from './face.service.ts'

export default [
  ...serve(apply, { save: saveApply, paging: pageApplies, delete: deleteApplies, audit: auditApplies }),
  ...serve(face, { 'validate-face': validateFace }),
]
