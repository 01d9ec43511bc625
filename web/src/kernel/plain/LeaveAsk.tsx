// Asks before a page with unsaved changes is left, by a link or by closing the window; without Ant Design.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../i18n.ts'
import { Button } from './Button.tsx'
import { Dialog, focusFirst } from './Dialog.tsx'

/** Needs a data router around it. Parts of one page that differ in their query are left as pages are. */
export function LeaveAsk({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      title={t('提示')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button onClick={() => blocker.proceed()}>{t('离开')}</Button>
          <Button strong {...focusFirst} onClick={() => blocker.reset()}>
            {t('继续编辑')}
          </Button>
        </>
      }
    >
      {t('内容还没有保存，确定要离开吗？')}
    </Dialog>
  )
}
