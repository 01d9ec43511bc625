// Asks before a page with unsaved changes is left, by a link or by closing the window.
import { Modal } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../i18n.ts'

/** `isDirty` is called when the page is left. Needs a data router around it. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty())
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('提示')}
      okText={t('离开')}
      cancelText={t('留在此页')}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('内容还没有保存，确定要离开吗？')}
    </Modal>
  )
}
