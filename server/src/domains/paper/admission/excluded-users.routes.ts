import { excludingExams } from '@shuyuan/contract/paper/admission/excluding-exams.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { findExcludedByExams } from './excluded-users.service.ts'

export default serve(excludingExams, { 'shut-out-exams': findExcludedByExams })
