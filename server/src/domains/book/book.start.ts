// Starts the wrong-answer book.
import type { Domain } from '../../kernel/domain.ts'
import { bookJobs } from './book.jobs.ts'

export const book: Domain = {
  start({ app, jobs }) {
    jobs(...bookJobs(app))
  },
}
