// Starts learning paths: what counts on them, their notices, their jobs.
import type { Domain } from '../../kernel/domain.ts'
import { followPaths } from './listen.service.ts'
import { pathJobs } from './path.jobs.ts'
import { notifyOfPaths } from './publish.service.ts'

export const path: Domain = {
  start({ app, jobs }) {
    followPaths(app)
    notifyOfPaths(app)
    jobs(...pathJobs(app))
  },
}
