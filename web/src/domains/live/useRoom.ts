// Live room state; the page's heartbeats are also the attendance record.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import type { LiveHint } from '@shuyuan/contract/live/live-hint.ts'
import { liveChannel } from '@shuyuan/contract/live/live-hint.ts'
import { liveRule } from '@shuyuan/contract/live/room-state.ts'
import { type LiveEntered, type LiveMsg, liveRoom } from '@shuyuan/contract/live/room.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../kernel/call/api.ts'
import { useCall } from '../../kernel/call/query.ts'
import { openChannel } from '../../shared/page/open-channel.ts'

export function useRoom(body: Body<typeof liveRoom.enter>) {
  const client = useQueryClient()
  const key = [liveRoom.enter.path, body]
  const { data, error, refetch } = useCall(liveRoom.enter, body, { quiet: true, refetchOnMount: 'always' })
  const id = data?.id
  const beat = useEffectEvent(async (keepalive = false) => {
    if (id === undefined) return
    try {
      const pulse = await call(liveRoom.beat, { id }, { quiet: true, keepalive })
      client.setQueryData<LiveEntered>(key, (old) => old && { ...old, ...pulse })
    } catch {
      // the next report counts the time
    }
  })
  const ask = useEffectEvent(() => void refetch())
  const hear = useEffectEvent((hint: LiveHint) => {
    if (hint.type === 'room') {
      void beat()
      ask()
    } else if (id !== undefined) client.setQueryData<LiveMsg[]>([liveRoom.chat.path, { id }], (old) => heard(old ?? [], hint))
  })
  const join = useEffectEvent(() => {
    ask()
    void client.invalidateQueries({ queryKey: [liveRoom.chat.path] })
  })
  useEffect(() => {
    if (id === undefined) return undefined
    void beat()
    const timer = setInterval(() => void beat(), liveRule.beat * 1_000)
    const leave = () => void beat(true)
    window.addEventListener('pagehide', leave)
    const close = openChannel(liveChannel, { id }, { onMessage: (hint) => hear(hint), onState: (open) => open && join() })
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      close()
    }
  }, [id])
  return { room: data, error, refetch }
}

/** The messages after one has come or was hidden. */
function heard(messages: LiveMsg[], hint: Exclude<LiveHint, { type: 'room' }>): LiveMsg[] {
  if (hint.type === 'hidden') return messages.map((one) => (one.id === hint.id ? { ...one, hidden: hint.hidden } : one))
  return messages.some((one) => one.id === hint.msg.id) ? messages : [...messages, hint.msg]
}
