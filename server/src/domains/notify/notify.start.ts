// Starts planned notifications.
import type { Domain } from '../../kernel/domain.ts'
import { notifyJobs } from './notify.jobs.ts'

export const notify: Domain = {
  start({ app, jobs }) {
    jobs(...notifyJobs(app))
  },
}
