// Anti-debug guard of exams and locked courses (learner.md §4, decision 61): no context menu, no selection, no paste; leaves the page when
// developer tools are open. It only deters; decisions are made by the server.
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { unasked } from '../../kernel/call/navigation.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { hasTools } from '../page/docked-tools.ts'

const LOOK_MS = 3_000
const LEAVE_MS = 2_000
const MESSAGE_SECONDS = 6
const fields = 'input, textarea, select, [contenteditable]'
const isInField = ({ target }: Event) => target instanceof Element && target.closest(fields) !== null

type Guard = { allowPaste: boolean; onTools: () => void; onLeave: () => void }

/** `onTools` is called once when tools are detected, `onLeave` two seconds later. @returns a function that ends the guard */
export function startGuard({ allowPaste, onTools, onLeave }: Guard): () => void {
  let leaving: ReturnType<typeof setTimeout> | undefined
  const look = setInterval(() => {
    if (leaving !== undefined || !hasTools(window)) return
    onTools()
    leaving = setTimeout(onLeave, LEAVE_MS)
  }, LOOK_MS)
  const refuse = (event: Event) => event.preventDefault()
  const refuseOutside = (event: Event) => {
    if (!isInField(event)) event.preventDefault()
  }
  document.addEventListener('contextmenu', refuse)
  document.addEventListener('selectstart', refuseOutside)
  if (!allowPaste) document.addEventListener('paste', refuse)
  return () => {
    clearInterval(look)
    clearTimeout(leaving)
    document.removeEventListener('contextmenu', refuse)
    document.removeEventListener('selectstart', refuseOutside)
    document.removeEventListener('paste', refuse)
  }
}

type AntiDebugOptions = {
  on: boolean
  /** an exam that allows pasting allows it with the guard too */
  allowPaste: boolean
  /** tools were detected; the page is left two seconds later */
  onTools?: () => void
}

export function useAntiDebug({ on, allowPaste, onTools }: AntiDebugOptions) {
  const navigate = useNavigate()
  const seen = useEffectEvent(() => {
    onTools?.()
    notify.error(t('不允许使用调试模式，系统将在3秒后跳转到首页！'), MESSAGE_SECONDS)
  })
  const goHome = useEffectEvent(() => void navigate('/web/index', { replace: true, state: unasked }))
  useEffect(() => {
    // on phones the on-screen keyboard looks like docked tools; test builds are debugged on purpose
    if (!on || import.meta.env.MODE === 'test' || !window.matchMedia('(pointer: fine)').matches) return undefined
    return startGuard({ allowPaste, onTools: () => seen(), onLeave: () => goHome() })
  }, [on, allowPaste])
}
