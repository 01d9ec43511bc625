// Starts surveys.
import type { Domain } from '../../kernel/domain.ts'
import { notifyOfSurveys } from './publish.service.ts'

export const survey: Domain = {
  start({ app }) {
    notifyOfSurveys(app)
  },
}
