// /api/stat/report
import { report } from '@shuyuan/contract/stat/report.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { fromReplica } from '../../../kernel/postgres/replica.ts'
import { printRecord } from './record.service.ts'
import { downloadReport, listReports, readPlan, savePlan } from './report-plan.service.ts'
import { exportReport, readReport } from './report.service.ts'

export default serve(report, {
  read: fromReplica(readReport),
  export: fromReplica(exportReport),
  record: fromReplica(printRecord),
  mine: listReports,
  download: downloadReport,
  plan: readPlan,
  'plan-save': savePlan,
})
