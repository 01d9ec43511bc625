// One battle on the page: hints of the socket and the page's own clock make it ask again; the answer of the server is the truth.
import { battle, type BattleDetail, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { battleChannel } from '@shuyuan/contract/battle/battle-hint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '../../kernel/call/query.ts'
import { openChannel } from '../../shared/page/open-channel.ts'

/** Asked again without any hint after so long. */
const ASK_MS = 4_000
/** The same while no socket is open: twice in the pause in which the page shows what was right. */
const ASK_ALONE_MS = battleRule.pause / 2
/** After the end of a phase, so that the server's clock has passed it too. */
const LATE_MS = 60
const ROUND_MS = 250

/** The battle with the moment at which its phase ends, by the page's clock. */
export function useBattle(id: string) {
  const client = useQueryClient()
  const key = [battle.detail.path, { id }]
  const [hinted, setHinted] = useState(false)
  const { data, error, refetch, dataUpdatedAt } = useCall(
    battle.detail,
    { id },
    { quiet: true, refetchInterval: (query) => (isOver(query.state.data) ? false : hinted ? ASK_MS : ASK_ALONE_MS) },
  )
  const ask = useEffectEvent(() => void refetch({ cancelRefetch: true }))
  const over = isOver(data)
  useEffect(() => {
    if (over) return undefined
    const onState = (open: boolean) => {
      setHinted(open)
      if (open) ask()
    }
    return openChannel(battleChannel, { id }, { onMessage: () => ask(), onState })
  }, [id, over])
  const leftMs = data?.leftMs ?? 0
  const endsAt = dataUpdatedAt + leftMs
  useEffect(() => {
    if (over || leftMs === 0) return undefined
    const timer = setTimeout(ask, Math.max(0, endsAt - Date.now()) + LATE_MS)
    return () => clearTimeout(timer)
  }, [endsAt, leftMs, over])
  // `leftMs` stays that of the last answer of the server, and so does its time: the clock must not jump
  const set = (next: Partial<BattleDetail>) =>
    client.setQueryData<BattleDetail>(key, (old) => (old ? { ...old, ...next } : old), { updatedAt: dataUpdatedAt })
  return { data, error, refetch, endsAt, set }
}

const isOver = (data: BattleDetail | undefined) => data?.phase === 'over'

/** Whole seconds until a moment; renders only when the number changes. */
export function useSecondsLeft(endsAt: number): number {
  const [left, setLeft] = useState(() => secondsTo(endsAt))
  useEffect(() => {
    const look = () => setLeft(secondsTo(endsAt))
    look()
    const timer = setInterval(look, ROUND_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}
const secondsTo = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
