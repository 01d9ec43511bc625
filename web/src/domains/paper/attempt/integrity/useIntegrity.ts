// Integrity of the exam room: signals, refusal of pasting, anti-debug guard, wake lock.
import type { ReportedKind } from '@shuyuan/contract/paper/attempt/event.ts'
import { type ClipboardEvent, type DragEvent, useEffect } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useAntiDebug } from '../../../../shared/session/useAntiDebug.ts'
import type { PaperSession } from '../save/paper-session.ts'
import type { Detail } from '../save/paper-session-view.ts'
import { useActiveTime } from './useActiveTime.ts'
import { useRoomEvents } from './useRoomEvents.ts'
import { useSignals } from './useSignals.ts'

/** Keeps the screen on while a paper is open. Browsers release the lock when the page is hidden; some do not support it. */
function useWakeLock(on: boolean) {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return undefined
    let ended = false
    let lock: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const acquired = await navigator.wakeLock.request('screen')
        if (ended) await acquired.release()
        else lock = acquired
      } catch {
        // low battery or no permission: the exam continues without the lock
      }
    }
    const look = () => void take()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', look)
      lock?.release().catch(() => undefined)
    }
  }, [on])
}

/** `isOpen`: the paper can be answered; `quId`: the question shown. */
export function useIntegrity(paperSession: PaperSession, userId: string, detail: Detail, isOpen: boolean, quId: string | undefined) {
  const { signals, antiDebug } = detail.rules
  const { leaves, report } = useRoomEvents(paperSession, userId, detail)
  const reportSignal = (signal: Exclude<ReportedKind, 'leave'>, more: { detail?: string; quId?: string } = {}) => {
    if (signals[signal] !== 'ignore') report({ kind: 'signal', signal, ...more })
  }
  useActiveTime(isOpen ? quId : undefined, (times) => report({ kind: 'time', times }))
  const wantsFull = detail.rules.fullScreen && !paperSession.view.exempt.noFullScreen
  useSignals(detail, { on: isOpen, wantsFull }, (signal, text) =>
    reportSignal(signal as Exclude<ReportedKind, 'leave'>, text ? { detail: text } : {}),
  )
  useAntiDebug({
    on: antiDebug && isOpen,
    allowPaste: detail.allowPaste,
    onTools: () =>
      reportSignal('debug', { detail: `${window.outerWidth}×${window.outerHeight} / ${window.innerWidth}×${window.innerHeight}` }),
  })
  useWakeLock(isOpen)
  const refusePaste = (event: ClipboardEvent | DragEvent) => {
    if (detail.allowPaste) return
    event.preventDefault()
    notify.warning(t('考试期间不能复制粘贴哦！'))
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
    reportSignal('paste', { detail: data.getData('text').slice(0, 200) })
  }
  /** What was cut could not be pasted again. */
  const refuseCut = (event: ClipboardEvent) => {
    if (detail.allowPaste) return
    event.preventDefault()
    notify.warning(t('考试期间不能复制粘贴哦！'))
  }
  /** The question's own time is over. */
  const overtime = (over: string) => reportSignal('overtime', { quId: over })
  return { leaves, report, refusePaste, refuseCut, overtime }
}
