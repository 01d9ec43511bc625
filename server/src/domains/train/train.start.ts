// Starts training: sales of banks.
import type { Domain } from '../../kernel/domain.ts'
import { sellRepos } from './buy.service.ts'
import { sayWhatStops } from './stop.service.ts'

export const train: Domain = {
  start({ app }) {
    sellRepos(app)
    sayWhatStops(app)
  },
}
