// Sets the state of people of a lesson, with an undo in the notice.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import type { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { useCommand } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'

const UNDO_SECONDS = 10

/** @returns a function that resolves with whether it was stored; clicks in a row are sent in their order */
export function useSetPeople(id: string) {
  const set = useCommand(courseRoom.set, {
    inTurn: `courseRoom.set ${id}`,
    refresh: [courseRoom.list, courseRoom.summary, courseRoom.paging],
  })
  return async (userIds: readonly string[], state: SeatState, done: string): Promise<boolean> => {
    const people = userIds.map((userId) => ({ userId, state }))
    const answer = await set.mutateAsync({ id, people }).catch(() => undefined)
    if (!answer) return false
    const { before } = answer
    if (before.length > 0) notify.success(done, UNDO_SECONDS, { text: t('撤销'), run: () => set.mutate({ id, people: before }) })
    return true
  }
}
