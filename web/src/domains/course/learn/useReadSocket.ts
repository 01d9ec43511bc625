// Socket messages about the open file: finished, course finished, or taken over by another page.
import { readChannel, type ReadHint } from '@shuyuan/contract/course/learn/read-hint.ts'
import { useEffect, useEffectEvent } from 'react'
import { openChannel } from '../../../shared/open-channel.ts'

/** `session`: id of this opening of the file; '' while it is not open */
type ReadPlace = { userId: string; courseId: string; fileId: string; session: string }

/** Listens while the file is open. Without a socket the answers to reports bring the same news, except the takeover. */
export function useReadSocket({ userId, courseId, fileId, session }: ReadPlace, onHint: (hint: ReadHint) => void) {
  const notify = useEffectEvent(onHint)
  useEffect(() => {
    if (session === '') return undefined
    return openChannel(readChannel, { userId, courseId, fileId, session }, { onMessage: (hint) => notify(hint) })
  }, [userId, courseId, fileId, session])
}
