// What the server says about the file that is open: finished, everything finished, or taken over by another page.
import { readChannel, type ReadHint } from '@shuyuan/contract/course/read-hint.ts'
import { useEffect, useEffectEvent } from 'react'
import { openChannel } from '../../../shared/open-channel.ts'

/** `session`: of this opening of the file; '' while it is not open yet */
type ReadPlace = { userId: string; courseId: string; fileId: string; session: string }

/** Follows the file for as long as it is open. Without a socket the answers to the reports say the same, but for the takeover. */
export function useReadSocket({ userId, courseId, fileId, session }: ReadPlace, onHint: (hint: ReadHint) => void) {
  const tell = useEffectEvent(onHint)
  useEffect(() => {
    if (session === '') return undefined
    return openChannel(readChannel, { userId, courseId, fileId, session }, { onMessage: (hint) => tell(hint) })
  }, [userId, courseId, fileId, session])
}
