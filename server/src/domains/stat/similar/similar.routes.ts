// /api/stat/similar
import { examSimilar } from '@shuyuan/contract/stat/similar.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { fromReplica } from '../../../kernel/postgres/replica.ts'
import { exportSimilar, similarDetail } from './detail.service.ts'
import { examFairness } from './fairness.service.ts'
import { listFast, listGroups, noteSimilar, pageSimilar, runSimilar, similarState } from './similar.service.ts'

export default serve(examSimilar, {
  run: runSimilar,
  state: similarState,
  paging: pageSimilar,
  groups: listGroups,
  fast: listFast,
  fairness: fromReplica(examFairness),
  detail: similarDetail,
  note: noteSimilar,
  export: exportSimilar,
})
