// Starts certificates.
import type { Domain } from '../../kernel/domain.ts'
import { certJobs } from './cert.jobs.ts'
import { keepCertFiles } from './pdf-run.service.ts'
import { countGrants } from './total.service.ts'

export const cert: Domain = {
  start({ app, jobs }) {
    countGrants(app)
    keepCertFiles(app)
    jobs(...certJobs(app))
  },
}
