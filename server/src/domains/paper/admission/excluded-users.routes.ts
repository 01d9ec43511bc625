import { excludingExams } from '@shuyuan/contract/exam/excluded-users.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { findExcludedByExams } from './excluded-users.service.ts'

export default serve(excludingExams, { 'shut-out-exams': findExcludedByExams })
