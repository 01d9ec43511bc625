// Asks before a page with unsaved changes is left, by a link or by closing the window.
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { t } from '../i18n.ts'

type LeaveGuardProps = {
  /** called when the page is left */
  isDirty: () => boolean
  /** saves and resolves with whether it succeeded; without it saving is not offered */
  onSave?: () => Promise<boolean>
}

/** Needs a data router around it. The button to go on editing has the focus. */
export function LeaveGuard({ isDirty, onSave }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty())
  const stay = useRef<HTMLButtonElement>(null)
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  const save = async () => {
    setSaving(true)
    const saved = await onSave?.()
    setSaving(false)
    if (saved) blocker.proceed?.()
    else blocker.reset?.()
  }
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('提示')}
      onCancel={() => blocker.reset?.()}
      afterOpenChange={(open) => open && stay.current?.focus()}
      footer={
        <>
          <Button danger type="text" onClick={() => blocker.proceed?.()}>
            {t('离开')}
          </Button>
          {onSave && (
            <Button loading={saving} onClick={() => void save()}>
              {t('保存并离开')}
            </Button>
          )}
          <Button ref={stay} type="primary" onClick={() => blocker.reset?.()}>
            {t('继续编辑')}
          </Button>
        </>
      }
    >
      {t('内容还没有保存，确定要离开吗？')}
    </Modal>
  )
}
