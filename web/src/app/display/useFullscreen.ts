// The page in full screen, and the change between both.
import { useSyncExternalStore } from 'react'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'

const follow = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** `toggle` warns where the browser has no full screen. */
export function useFullscreen(): { full: boolean; text: string; toggle: () => Promise<void> } {
  const full = useSyncExternalStore(follow, () => Boolean(document.fullscreenElement))
  const toggle = async () => {
    if (document.fullscreenEnabled) await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
    else notify.warning(t('您的浏览器不支持全屏'))
  }
  return { full, text: full ? t('退出全屏') : t('全屏'), toggle }
}
