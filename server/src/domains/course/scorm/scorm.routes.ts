// /api/course/scorm
import { courseScorm } from '@shuyuan/contract/course/scorm/scorm.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { openPart, previewPart } from './open.service.ts'
import { saveReport, takeCommit } from './track.service.ts'

export default serve(courseScorm, { open: openPart, save: saveReport, commit: takeCommit, preview: previewPart })
