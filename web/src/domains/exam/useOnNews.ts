// Refetches when the number of unread messages rises: messages announce changes to a candidate's exams while no paper is open.
import { msg } from '@shuyuan/contract/message/msg.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCall } from '../../kernel/call/query.ts'

/** Calls `look` each time the number of unread messages rises. The page layout fetches that number. */
export function useOnNews(look: () => void) {
  const { data: unread } = useCall(msg['count-unread'], {}, { quiet: true, enabled: false })
  const before = useRef<number>(undefined)
  const act = useEffectEvent(look)
  useEffect(() => {
    if (unread === undefined) return
    if (before.current !== undefined && unread > before.current) act()
    before.current = unread
  }, [unread])
}
