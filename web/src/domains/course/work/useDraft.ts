// The draft of an own assignment, for the page that shows it.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { Draft, type DraftView, keptDraft, type Own } from './draft.ts'

type DraftPlace = { userId: string; work: Own; start: NonNullable<Own['draft']>; onHanded: () => void }

const draftOf = ({ userId, work: { courseId, fileId }, start }: Omit<DraftPlace, 'onHanded'>) =>
  new Draft({
    place: { courseId, fileId },
    start,
    kept: keptDraft(`${userId}:${courseId}:${fileId}`),
    save: (body) => call(courseWork['save-draft'], body, { quiet: true }),
    hand: (body) => call(courseWork.hand, body),
  })

/** Reads `work` on the first render only; another draft needs another component (`key`). `onHanded`: another page has handed in. */
export function useDraft({ onHanded, ...place }: DraftPlace): { draft: Draft; view: DraftView } {
  const [draft] = useState(() => draftOf(place))
  const view = useSyncExternalStore(draft.subscribe, () => draft.view)
  const handed = useEffectEvent(onHanded)
  useEffect(() => {
    if (view.state === 'handed') handed()
  }, [view.state])
  useEffect(() => {
    draft.start()
    const again = () => void draft.flush()
    const look = () => void (document.hidden && draft.flush())
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', look)
      void draft.flush()
      draft.stop()
    }
  }, [draft])
  return { draft, view }
}
