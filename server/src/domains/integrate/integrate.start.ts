// Starts what is reported to other systems, and LTI.
import type { Domain } from '../../kernel/domain.ts'
import { sealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { hookSecret } from './hook/deliver.service.ts'
import { integrateJobs } from './integrate.jobs.ts'
import { reportEvents } from './listen.service.ts'
import { ltiPrivateKey } from './lti/lti-key.service.ts'

export const integrate: Domain = {
  sealed: [sealedColumn(hookSecret), sealedColumn(ltiPrivateKey)],
  start({ app, jobs }) {
    reportEvents(app)
    jobs(...integrateJobs(app))
  },
}
