// Starts the award of points for activity.
import type { Domain } from '../../kernel/domain.ts'
import { awardActivity } from './rule.service.ts'

export const points: Domain = {
  start({ app }) {
    awardActivity(app)
  },
}
