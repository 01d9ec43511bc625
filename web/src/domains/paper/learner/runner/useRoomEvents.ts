// The events of a sitting: sent to the server, whose counts decide.
import { capture } from '@shuyuan/contract/paper/capture.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../../kernel/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { openEventStore } from './event-store.ts'
import { EventQueue, type RoomEvent, type RoomEventBody } from './events.ts'
import type { Sitting } from './sitting.ts'
import type { Detail } from './sitting-view.ts'

const SEND_MS = 15_000
const SAID_SECONDS = 6

/** `leaves`: how often the candidate has left, by the server's count once it has heard of all. */
export function useRoomEvents(sitting: Sitting, userId: string, { id, rules }: Detail) {
  const [leaves, setLeaves] = useState(rules.leaveTimes)
  const queue = useMemo(() => {
    const sendLeave = async (event: RoomEvent & { kind: 'leave' }) => {
      const { eventId, seconds } = event
      const { leaveTimes, overLimit } = await call(
        paper['leave-incr'],
        { id, seconds, eventId },
        { quiet: true, noRetry: true, timeoutMs: SEND_MS },
      )
      setLeaves(leaveTimes)
      if (overLimit) sitting.over(t('离开次数已达上限'))
    }
    const sendFace = async ({ eventId, base64 }: RoomEvent & { kind: 'face' }) => {
      const reply = await call(capture.save, { paperId: id, base64, eventId }, { quiet: true, noRetry: true, timeoutMs: SEND_MS })
      faceWords(reply)
      if (reply.isBreak) sitting.over('')
    }
    return new EventQueue({
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
      newId: () => crypto.randomUUID(),
      now: Date.now,
      store: openEventStore(userId, id),
      send: (event) => (event.kind === 'leave' ? sendLeave(event) : sendFace(event)),
    })
  }, [sitting, userId, id])
  useEffect(() => {
    void queue.start()
    const wake = () => queue.wake()
    window.addEventListener('online', wake)
    return () => {
      window.removeEventListener('online', wake)
      queue.stop()
    }
  }, [queue])
  const report = (event: RoomEventBody) => {
    // what was typed before goes first: the leave may be the one that ends the paper
    sitting.queue.flush()
    queue.report(event)
    if (event.kind === 'leave') setLeaves((count) => count + 1)
  }
  return { leaves, report }
}

function faceWords({ isBreak, failCount, faceChance }: { isBreak: boolean; failCount: number; faceChance: number }) {
  if (isBreak) notify.error(t('连续{{n}}次人脸识别失败，系统强制交卷！', { n: failCount }), SAID_SECONDS)
  else if (failCount > 0)
    notify.warning(t('人脸识别已失败{{n}}次，连续失败{{limit}}次将自动交卷！', { n: failCount, limit: faceChance }), SAID_SECONDS)
}
