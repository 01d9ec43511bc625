// Detects signals other than leaves and captures: full screen left, copying, second screen or small window. Each is reported once when it begins.
import type { ReportedKind } from '@shuyuan/contract/paper/attempt/event.ts'
import { useEffect, useEffectEvent } from 'react'
import { isSmall } from './signs.ts'
import type { Detail } from '../save/paper-session-view.ts'

type Report = (kind: ReportedKind, detail?: string) => void

/** Returns a function that calls `say` when its argument changes from false to true. */
function onBegin(say: () => void) {
  let before = false
  return (now: boolean) => {
    if (now && !before) say()
    before = now
  }
}

/** `on`: the paper can be answered; `wantsFull`: full screen is required */
type Watching = { on: boolean; wantsFull: boolean }

export function useSignals({ rules }: Detail, { on, wantsFull }: Watching, report: Report) {
  const { signals } = rules
  const onSignal = useEffectEvent(report)
  const watched = {
    full: on && wantsFull && signals.fullscreen !== 'ignore',
    copy: on && signals.copy !== 'ignore',
    // phones have no windows, and their keyboards resize the page
    screen: on && signals.screen !== 'ignore' && window.matchMedia('(pointer: fine)').matches,
  }
  useEffect(() => {
    if (!watched.full) return undefined
    let wasFull = document.fullscreenElement !== null
    const look = () => {
      const isFull = document.fullscreenElement !== null
      if (wasFull && !isFull) onSignal('fullscreen')
      wasFull = isFull
    }
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [watched.full])
  useEffect(() => {
    if (!watched.copy) return undefined
    const copied = (event: Event) => {
      // a refused cut has copied nothing
      if (!event.defaultPrevented) onSignal('copy', String(document.getSelection() ?? '').slice(0, 200))
    }
    document.addEventListener('copy', copied)
    document.addEventListener('cut', copied)
    return () => {
      document.removeEventListener('copy', copied)
      document.removeEventListener('cut', copied)
    }
  }, [watched.copy])
  useEffect(() => {
    if (!watched.screen) return undefined
    const view = window.screen as Screen & Partial<EventTarget> & { isExtended?: boolean }
    const more = onBegin(() => onSignal('screen', '检测到多个屏幕'))
    const small = onBegin(() =>
      onSignal('screen', `窗口 ${window.outerWidth}×${window.outerHeight}，屏幕 ${view.availWidth}×${view.availHeight}`),
    )
    const look = () => {
      more(view.isExtended === true)
      small(isSmall(window, view))
    }
    look()
    window.addEventListener('resize', look)
    view.addEventListener?.('change', look)
    return () => {
      window.removeEventListener('resize', look)
      view.removeEventListener?.('change', look)
    }
  }, [watched.screen])
}
