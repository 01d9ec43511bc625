// /api/exam/apply and /api/exam/face
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { face } from '@shuyuan/contract/exam/face.ts'
import { serve } from '../../kernel/endpoint.ts'
import { auditApplies, deleteApplies, pageApplies, saveApply } from './apply/apply.service.ts'
import { validateFace } from './face.service.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { prepareExamNotify } from './notify.service.ts'
import { findExcludedUsers } from './entry/excluded-users.service.ts'
import { listInvigilators } from './entry/invigilation.service.ts'
import { countReach, publishExam, setExamState } from './publish.service.ts'
import { listTrainingBanks } from './training.service.ts'
import { deleteExams } from './exam-remove.service.ts'
import { describeExam, findExam, listTitles, pageExams } from './exam.service.ts'
import { saveExamForm } from './exam-form.service.ts'

export default [
  ...serve(apply, { save: saveApply, paging: pageApplies, delete: deleteApplies, audit: auditApplies }),
  ...serve(face, { 'validate-face': validateFace }),
  ...serve(exam, {
    paging: pageExams,
    detail: findExam,
    save: saveExamForm,
    delete: deleteExams,
    state: setExamState,
    'simple-detail': describeExam,
    'list-titles': listTitles,
    'prepare-notify': prepareExamNotify,
    'shut-out': findExcludedUsers,
    'list-invigilators': listInvigilators,
    reach: countReach,
    publish: publishExam,
    'train-repos': listTrainingBanks,
  }),
]
