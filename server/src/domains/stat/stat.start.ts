// Starts figures that are counted beforehand.
import type { Domain } from '../../kernel/domain.ts'
import { addOwnTotals } from './dashboard/own-totals.service.ts'
import { startRollUp, statJobs } from './stat.jobs.ts'

export const stat: Domain = {
  start({ app, jobs, background }) {
    addOwnTotals(app)
    jobs(...statJobs(app))
    background(startRollUp)
  },
}
