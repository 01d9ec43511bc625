// /api/battle/battle
import { battle } from '@shuyuan/contract/battle/battle.ts'
import { serve } from '../../kernel/endpoint.ts'
import { findBattle } from './detail.service.ts'
import { fillBattle, leaveBattle } from './fill.service.ts'
import { deleteBattles, pageBattles, pageOwnBattles } from './list.service.ts'
import { rankBattles } from './rank.service.ts'
import { checkBattle, startBattle } from './start.service.ts'

export default serve(battle, {
  start: startBattle,
  check: checkBattle,
  detail: findBattle,
  fill: fillBattle,
  leave: leaveBattle,
  'my-paging': pageOwnBattles,
  rank: rankBattles,
  paging: pageBattles,
  delete: deleteBattles,
})
