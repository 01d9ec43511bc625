// How many messages wait: asked every 30 s (learner.md §9), told at once by the server, and by what is read here.
import { userChannel, type UserHint } from '@shuyuan/contract/sys/notice/user-hint.ts'
import { msg } from '@shuyuan/contract/sys/notice/msg.ts'
import { useEffect } from 'react'
import { queryClient, useCall } from '../../../kernel/call/query.ts'
import { useMe } from '../../../shared/session.ts'
import { openChannel } from '../../../shared/open-channel.ts'

const POLL_MS = 30_000
const MOST_SHOWN = 99

/** Whose answers a read, a removed or a new message makes old. */
export const inboxCalls = [msg.paging, msg['count-unread']]

/** The number of unread messages; what the session began with until the first answer. */
export function useUnread(): number {
  const me = useMe()
  const { data } = useCall(msg['count-unread'], {}, { quiet: true, refetchInterval: POLL_MS })
  return Math.max(0, data ?? me.unreadMsg)
}

/** What a badge shows: nothing at 0, 99+ beyond 99. */
export const unreadText = (unread: number): string => (unread <= 0 ? '' : unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))

function take(hint: UserHint) {
  queryClient.setQueryData([msg['count-unread'].path, {}], hint.unread)
  void queryClient.invalidateQueries({ queryKey: [msg.paging.path] })
}

/** Follows the inbox for as long as a shell is shown. */
export function useInboxSocket() {
  const { id } = useMe()
  useEffect(() => openChannel(userChannel, { userId: id }, { onMessage: take }), [id])
}
