// The number of unread messages: requested every 30 s (learner.md §9) and updated by the socket and by reading.
import { userChannel, type UserHint } from '@shuyuan/contract/message/user-hint.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { useEffect } from 'react'
import { queryClient, useCall } from '../../kernel/call/query.ts'
import { useMe } from '../../shared/session/session.ts'
import { openChannel } from '../../shared/page/open-channel.ts'

const POLL_MS = 30_000
/** The layout and the inbox show the same number. */
const FRESH_MS = 10_000
const MOST_SHOWN = 99

/** Queries to invalidate when a message is read, removed or received. */
export const inboxCalls = [msg.paging, msg['count-unread']]

/** The number of unread messages; until the first answer, the number from the session. */
export function useUnread(): number {
  const me = useMe()
  const { data } = useCall(msg['count-unread'], {}, { quiet: true, refetchInterval: POLL_MS, staleTime: FRESH_MS })
  return Math.max(0, data ?? me.unreadMsg)
}

/** The text of a badge: empty for 0, 99+ above 99. */
export const unreadText = (unread: number): string => (unread <= 0 ? '' : unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))

function take(hint: UserHint) {
  queryClient.setQueryData([msg['count-unread'].path, {}], hint.unread)
  void queryClient.invalidateQueries({ queryKey: [msg.paging.path] })
}

/** The user for whom this browser shows notifications, in the local storage. */
export const PUSH_FOR = 'push-for'

/** Keeps the number and the notifications of this browser current while a layout is mounted. */
export function useInboxSocket() {
  const { id } = useMe()
  useEffect(() => openChannel(userChannel, { userId: id }, { onMessage: take }), [id])
  useEffect(() => {
    if (localStorage.getItem(PUSH_FOR) !== id) return
    // what fails is tried again with the next page
    void import('./push.ts').then(({ renewPush }) => renewPush(id)).catch(() => undefined)
  }, [id])
}
