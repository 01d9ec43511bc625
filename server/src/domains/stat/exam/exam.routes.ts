// /api/exam/history; /api/stat/exam and /api/stat/total/exam
import { examHistory } from '@shuyuan/contract/stat/exam-history.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageHistory } from './exam-history.service.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { totalExam } from '@shuyuan/contract/stat/exam-total.ts'
import { fromReplica } from '../../../kernel/postgres/replica.ts'
import { pageRunningExams } from '../dashboard/dash.service.ts'
import { exportStat } from './export.service.ts'
import { analyseItems } from './item.service.ts'
import { examOverview } from './overview.service.ts'
import { examWeek } from '../dashboard/week.service.ts'

export default [
  ...serve(examHistory, { paging: pageHistory }),
  ...serve(examStat, {
    overview: fromReplica(examOverview),
    'qu-analysis': fromReplica(analyseItems),
    export: fromReplica(exportStat),
    'dash-exam-list': pageRunningExams,
  }),
  ...serve(totalExam, { week: examWeek }),
]
