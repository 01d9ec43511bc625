// The events of a sitting: sent to the server, whose counts decide.
import type { Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { event as events } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { openEventStore } from '../save/event-store.ts'
import { EventQueue, type RoomEvent, type RoomEventBody } from './events.ts'
import type { Sitting } from '../save/sitting.ts'
import type { Detail } from '../save/sitting-view.ts'

const SEND_MS = 15_000
const SAID_SECONDS = 6
const saidHere = ['考试期间不能复制粘贴哦！', '不允许使用调试模式，系统将在3秒后跳转到首页！']

/** Sends one event and does what the server's answer asks for. */
function senderFor(sitting: Sitting, { id, rules }: Detail, onLeaves: (count: number) => void) {
  const sendLeave = async (event: RoomEvent & { kind: 'leave' }) => {
    const { eventId, seconds } = event
    const { leaveTimes, overLimit } = await call(
      paper['leave-incr'],
      { id, seconds, eventId },
      { quiet: true, noRetry: true, timeoutMs: SEND_MS },
    )
    onLeaves(leaveTimes)
    if (overLimit) sitting.over(t('离开次数已达上限'))
  }
  const sendFace = async ({ eventId, base64 }: RoomEvent & { kind: 'face' }) => {
    const reply = await call(capture.save, { paperId: id, base64, eventId }, { quiet: true, noRetry: true, timeoutMs: SEND_MS })
    faceWords(reply, rules.signals.face)
    if (reply.isBreak) sitting.over('')
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
    if (action === 'force') sitting.over(message)
    // what the page has said by itself is not said again
    else if (message !== '' && !saidHere.includes(message)) notify.warning(message, SAID_SECONDS)
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
    if (event.kind === 'face') return sendFace(event)
    return event.kind === 'signal' ? sendSignal(event) : sendTime(event)
  }
}

/** `leaves`: how often the candidate has left, by the server's count once it has heard of all. */
export function useRoomEvents(sitting: Sitting, userId: string, detail: Detail) {
  const { id, rules } = detail
  const [leaves, setLeaves] = useState(rules.leaveTimes)
  const queue = useMemo(() => {
    return new EventQueue({
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: Math.random,
      newId: () => crypto.randomUUID(),
      now: Date.now,
      store: openEventStore(userId, id),
      send: senderFor(sitting, detail, setLeaves),
    })
  }, [sitting, userId, detail, id])
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
    // what was typed before goes first: the event may be the one that ends the paper
    if (event.kind !== 'time') sitting.queue.flush()
    queue.report(event)
    if (event.kind === 'leave') setLeaves((count) => count + 1)
  }
  return { leaves, report }
}

type FaceReply = { isBreak: boolean; failCount: number; faceChance: number }

function faceWords({ isBreak, failCount, faceChance }: FaceReply, verdict: Verdict) {
  if (isBreak) notify.error(t('连续{{n}}次人脸识别失败，系统强制交卷！', { n: failCount }), SAID_SECONDS)
  else if (failCount > 0 && verdict === 'warn')
    notify.warning(t('人脸识别已失败{{n}}次，请确保人脸在摄像头中央！', { n: failCount }), SAID_SECONDS)
  else if (failCount > 0 && verdict === 'force')
    notify.warning(t('人脸识别已失败{{n}}次，连续失败{{limit}}次将自动交卷！', { n: failCount, limit: faceChance }), SAID_SECONDS)
}
