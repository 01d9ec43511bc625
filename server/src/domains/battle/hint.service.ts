// Hints to the players of a battle, on any server process. Nothing depends on their arrival.
import { battleChannel, type BattleHint } from '@shuyuan/contract/battle/battle-hint.ts'
import type { App } from '../../kernel/ctx.ts'

type Sent = { id: string; hint: BattleHint }

const TOPIC = 'battle'

/** The socket room of a battle. */
export const roomOfBattle = (id: string) => `battle:${id}`

/** Forwards hints from any server process to the pages connected to this one. */
export function listenForBattles(app: App) {
  app.bus.subscribe(TOPIC, (payload) => {
    const { id, hint } = payload as Sent
    app.sockets.notify(battleChannel, roomOfBattle(id), hint)
  })
}

/** Does not fail when the bus is down, because pages ask again by their own clock. */
export async function hintBattle(app: App, id: string, hints: readonly BattleHint[]): Promise<void> {
  try {
    for (const hint of hints) await app.bus.publish(TOPIC, { id, hint } satisfies Sent)
  } catch (error) {
    app.log.warn({ err: error }, 'a hint to a battle was not sent')
  }
}
