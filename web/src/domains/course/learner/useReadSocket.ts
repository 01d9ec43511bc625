// What the server says about the file that is open: finished, everything finished, or taken over by another page.
import { ReadHint } from '@shuyuan/contract/course/read-hint.ts'
import { socket } from '@shuyuan/contract/sys/session/ticket.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { openSocket } from '../../../kernel/call/socket.ts'

function readHint(text: string): ReadHint | undefined {
  try {
    return ReadHint.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** `session`: of this opening of the file; '' while it is not open yet */
type ReadPlace = { userId: string; courseId: string; fileId: string; session: string }

/** Follows the file for as long as it is open. Without a socket the answers to the reports say the same, but for the takeover. */
export function useReadSocket({ userId, courseId, fileId, session }: ReadPlace, onHint: (hint: ReadHint) => void) {
  const tell = useEffectEvent(onHint)
  useEffect(() => {
    if (session === '') return undefined
    return openSocket({
      address: async () => {
        const { ticket } = await call(socket.ticket, {}, { quiet: true, noRetry: true })
        const query = new URLSearchParams({ token: ticket, session }).toString()
        return `/api/socket/read/${userId}/${courseId}/${fileId}?${query}`
      },
      onMessage: (text) => {
        const hint = readHint(text)
        if (hint) tell(hint)
      },
    })
  }, [userId, courseId, fileId, session])
}
