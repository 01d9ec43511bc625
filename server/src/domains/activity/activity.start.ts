// Starts activities.
import type { Domain } from '../../kernel/domain.ts'
import { sayWhatIsTried } from './open.service.ts'
import { startActivitySweeper } from './settle.service.ts'

export const activity: Domain = {
  start({ app, background }) {
    sayWhatIsTried(app)
    background(startActivitySweeper)
  },
}
