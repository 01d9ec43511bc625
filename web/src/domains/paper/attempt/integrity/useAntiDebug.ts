// Anti-debug guard (learner.md §4): no context menu, no selection, leaves the page when developer tools are open. It only deters;
// decisions are made by the server.
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { hasTools } from './signs.ts'

const LOOK_MS = 3_000
const LEAVE_MS = 2_000
const MESSAGE_SECONDS = 6
const fields = 'input, textarea, select, [contenteditable]'
const isInField = ({ target }: Event) => target instanceof Element && target.closest(fields) !== null

/** `onTools` is called when tools are detected; the page is left two seconds later. */
export function useAntiDebug(on: boolean, onTools: () => void) {
  const navigate = useNavigate()
  const seen = useEffectEvent(() => {
    onTools()
    notify.error(t('不允许使用调试模式，系统将在3秒后跳转到首页！'), MESSAGE_SECONDS)
  })
  const goHome = useEffectEvent(() => void navigate('/web/index', { replace: true }))
  useEffect(() => {
    // on phones the on-screen keyboard looks like docked tools; test builds are debugged on purpose
    if (!on || import.meta.env.MODE === 'test' || !window.matchMedia('(pointer: fine)').matches) return undefined
    let leaving: ReturnType<typeof setTimeout> | undefined
    const look = setInterval(() => {
      if (leaving !== undefined || !hasTools(window)) return
      seen()
      leaving = setTimeout(() => goHome(), LEAVE_MS)
    }, LOOK_MS)
    const refuse = (event: Event) => {
      if (event.type === 'contextmenu' || !isInField(event)) event.preventDefault()
    }
    document.addEventListener('contextmenu', refuse)
    document.addEventListener('selectstart', refuse)
    return () => {
      clearInterval(look)
      clearTimeout(leaving)
      document.removeEventListener('contextmenu', refuse)
      document.removeEventListener('selectstart', refuse)
    }
  }, [on])
}
