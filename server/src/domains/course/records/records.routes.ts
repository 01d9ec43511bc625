// /api/stat/course
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { downloadLearnerExport, exportLearners, listLearnerExports, saveLearnerExport } from './export.service.ts'
import { extendLearners } from './extend.service.ts'
import { courseOverview, pageLearners } from './learner-list.service.ts'
import { learningMatrix } from './matrix.service.ts'
import { remindLearners } from './remind.service.ts'

export default serve(statCourse, {
  overview: courseOverview,
  'user-paging': pageLearners,
  export: exportLearners,
  'export-save': saveLearnerExport,
  'export-list': listLearnerExports,
  'export-download': downloadLearnerExport,
  matrix: learningMatrix,
  extend: extendLearners,
  remind: remindLearners,
})
