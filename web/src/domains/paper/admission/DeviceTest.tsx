// 设备检测: checks the device before the exam.
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageLoading } from '../../../kernel/PageState.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import type { DeviceTestProps } from './DeviceChecks.tsx'

const DeviceChecks = lazy(async () => ({ default: (await import('./DeviceChecks.tsx')).DeviceChecks }))

/** Button and dialog of the device test. */
export function DeviceTest(props: DeviceTestProps) {
  const [open, setOpen] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('设备检测')}</Button>
      {open && (
        <Dialog title={t('设备检测')} onClose={() => setOpen(false)}>
          <Suspense fallback={<PageLoading shape="form" rows={4} />}>
            <DeviceChecks key={round} {...props} onAgain={() => setRound(round + 1)} onClose={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
