// Socket messages to the players of a battle: hints to ask for the battle again. They hold no answer and no key.
import * as z from '../kernel/z.ts'
import { channel } from '../kernel/channel.ts'

/** begun: a rival has come; filled: `side` has chosen; closed: question `no` is closed; over: the battle has ended. */
const BattleHint = z.object({ type: z.enum(['begun', 'filled', 'closed', 'over']), no: z.int(), side: z.int().optional() })
export type BattleHint = z.infer<typeof BattleHint>

export const battleChannel = channel({ path: '/api/socket/battle/:id', message: BattleHint })
