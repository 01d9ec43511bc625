// Starts battles.
import type { Domain } from '../../kernel/domain.ts'
import { battleSocket } from './battle.socket.ts'
import { sayWhatIsPlayed } from './open.service.ts'
import { startBattleSweeper } from './sweep.service.ts'
import { countBattles } from './total.service.ts'

export const battle: Domain = {
  start({ app, pages, background }) {
    countBattles(app)
    sayWhatIsPlayed(app)
    pages(battleSocket)
    background(startBattleSweeper)
  },
}
