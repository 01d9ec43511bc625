// Starts questions.
import type { Domain } from '../../kernel/domain.ts'
import { restoreQuestions } from './bank/remove.service.ts'
import { quJobs } from './qu.jobs.ts'

export const qu: Domain = {
  start({ app, jobs }) {
    restoreQuestions(app)
    jobs(...quJobs(app))
  },
}
