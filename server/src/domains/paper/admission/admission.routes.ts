// /api/exam/buy
import { examBuy } from '@shuyuan/contract/paper/admission/buy.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { buyExam } from './buy.service.ts'
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { findCheckInfo } from './check-info.service.ts'
import { excludingExams } from '@shuyuan/contract/paper/admission/excluding-exams.ts'
import { findExcludedByExams } from './excluded-users.service.ts'
import { makeUp } from '@shuyuan/contract/paper/admission/make-up.ts'
import { createMakeUp, countMakeUp } from './make-up.service.ts'
import { offline } from '@shuyuan/contract/paper/admission/offline.ts'
import { importScores, scoreTemplate, wrongScoreRows } from './offline.service.ts'
import { trial } from '@shuyuan/contract/paper/trial.ts'
import { drawTrial, markTrial, printTrial } from './trial.service.ts'

export default [
  ...serve(examBuy, { init: buyExam }),
  ...serve(checkInfo, { 'check-info': findCheckInfo }),
  ...serve(excludingExams, { 'shut-out-exams': findExcludedByExams }),
  ...serve(makeUp, { 'make-up': createMakeUp, 'make-up-count': countMakeUp }),
  ...serve(offline, { import: importScores, 'import-wrong': wrongScoreRows, 'import-template': scoreTemplate }),
  ...serve(trial, { draw: drawTrial, print: printTrial, mark: markTrial }),
]
