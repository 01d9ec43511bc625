// Sends the exam room's integrity events to the server, which counts them and decides.
import type { SignalKind, Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { event as events } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { newId } from '../../../../kernel/state/new-id.ts'
import { openEventStore } from '../save/event-store.ts'
import { EventQueue, type RoomEvent, type RoomEventBody } from './events.ts'
import type { PaperSession } from '../save/paper-session.ts'
import type { Detail } from '../save/paper-session-view.ts'

const SEND_MS = 15_000
const MESSAGE_SECONDS = 6
/** Signals for which the page shows the server's text itself, before it reports them. */
const messageHere: readonly SignalKind[] = ['unseen', 'paste', 'debug']

/** Returns the function that sends one event and applies the server's answer. */
function senderFor(paperSession: PaperSession, { id, rules }: Detail, onLeaves: (count: number) => void) {
  const sendLeave = async (event: RoomEvent & { kind: 'leave' }) => {
    const { eventId, seconds } = event
    const { leaveTimes, overLimit } = await call(
      paper['leave-incr'],
      { id, seconds, eventId },
      { quiet: true, noRetry: true, timeoutMs: SEND_MS },
    )
    onLeaves(leaveTimes)
    if (overLimit) paperSession.over(t('离开次数已达上限'))
  }
  const sendReload = async ({ eventId, seconds }: RoomEvent & { kind: 'reload' }) => {
    const body = { paperId: id, kind: 'reload' as const, eventId, seconds }
    const { action, message, count } = await call(events.save, body, { quiet: true, noRetry: true, timeoutMs: SEND_MS })
    onLeaves(count)
    // a reload beyond the server's limits counts as a leave
    if (action === 'force') paperSession.over(message)
    else if (message !== '') notify.warning(message, MESSAGE_SECONDS)
  }
  const sendFace = async ({ eventId, base64 }: RoomEvent & { kind: 'face' }) => {
    const reply = await call(capture.save, { paperId: id, base64, eventId }, { quiet: true, noRetry: true, timeoutMs: SEND_MS })
    showFaceMessage(reply, rules.signals.face)
    if (reply.isBreak) paperSession.over('')
  }
  const sendSignal = async ({ eventId, signal, detail, quId }: RoomEvent & { kind: 'signal' }) => {
    const body = {
      paperId: id,
      kind: signal,
      eventId,
      ...(detail === undefined ? {} : { detail }),
      ...(quId === undefined ? {} : { quId }),
    }
    const { action, message } = await call(events.save, body, { quiet: true, noRetry: true, timeoutMs: SEND_MS })
    if (action === 'force') paperSession.over(message)
    // with force the server's text adds a count, which the page has not shown
    else if (message !== '' && (rules.signals[signal] === 'force' || !messageHere.includes(signal)))
      notify.warning(message, MESSAGE_SECONDS)
  }
  const sendTime = async ({ eventId, times }: RoomEvent & { kind: 'time' }) => {
    await call(
      events.save,
      { paperId: id, kind: 'time', eventId, times },
      { quiet: true, noRetry: true, keepalive: true, timeoutMs: SEND_MS },
    )
  }
  return (event: RoomEvent): Promise<void> => {
    if (event.kind === 'leave') return sendLeave(event)
    if (event.kind === 'reload') return sendReload(event)
    if (event.kind === 'face') return sendFace(event)
    return event.kind === 'signal' ? sendSignal(event) : sendTime(event)
  }
}

/** `leaves`: number of leaves, the server's count once all events are sent. `report` queues an event. */
export function useRoomEvents(paperSession: PaperSession, userId: string, detail: Detail) {
  const { id, rules } = detail
  const [leaves, setLeaves] = useState(rules.leaveTimes)
  const queue = useMemo(() => {
    return new EventQueue({
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
      newId,
      now: Date.now,
      store: openEventStore(userId, id),
      send: senderFor(paperSession, detail, setLeaves),
    })
  }, [paperSession, userId, detail, id])
  useEffect(() => {
    void queue.start()
    const resume = () => queue.resume()
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('online', resume)
      queue.stop()
    }
  }, [queue])
  const report = (event: RoomEventBody) => {
    // unsent answers go first, because the event may close the paper
    if (event.kind !== 'time') paperSession.queue.flush()
    queue.report(event)
    if (event.kind === 'leave') setLeaves((count) => count + 1)
  }
  return { leaves, report }
}

type FaceReply = { isBreak: boolean; failCount: number; faceChance: number }

function showFaceMessage({ isBreak, failCount, faceChance }: FaceReply, verdict: Verdict) {
  if (isBreak) notify.error(t('连续{{n}}次人脸识别失败，系统强制交卷！', { n: failCount }), MESSAGE_SECONDS)
  else if (failCount > 0 && verdict === 'warn')
    notify.warning(t('人脸识别已失败{{n}}次，请确保人脸在摄像头中央！', { n: failCount }), MESSAGE_SECONDS)
  else if (failCount > 0 && verdict === 'force')
    notify.warning(t('人脸识别已失败{{n}}次，连续失败{{limit}}次将自动交卷！', { n: failCount, limit: faceChance }), MESSAGE_SECONDS)
}
