// Asks before the exam room is left: by the browser's back button or a link always, by closing the window while something is not sent.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isUnasked } from '../../../../kernel/call/navigation.ts'
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Dialog, focusFirst } from '../../../../kernel/plain/Dialog.tsx'
import type { PaperSession } from '../save/paper-session.ts'

/** Whether this page still has the paper. */
const isTaken = ({ view: { phase } }: PaperSession) => phase === 'open' || phase === 'handing'
/** Whether closing the window now could lose answers or the hand-in. */
const hasUnsent = ({ view, queue }: PaperSession) => view.phase === 'handing' || (view.phase === 'open' && queue.view.unsent > 0)

export function LeaveRoom({ paperSession }: { paperSession: PaperSession }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isUnasked(nextLocation) && isTaken(paperSession),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsent(paperSession)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [paperSession])
  if (blocker.state !== 'blocked') return null
  const stay = () => blocker.reset()
  const { unsent } = paperSession.queue.view
  return (
    <Dialog
      title={t('考试尚未提交')}
      onClose={stay}
      footer={
        <>
          <Button onClick={() => blocker.proceed()}>{t('离开考试')}</Button>
          <Button strong {...focusFirst} onClick={stay}>
            {t('继续作答')}
          </Button>
        </>
      }
    >
      <p>{t('离开后考试继续计时，到时自动交卷；在此之前可以从考试列表继续作答。')}</p>
      {unsent > 0 && <p>{t('还有 {{n}} 题的作答没有上传，会保存在本机，回到考试后上传。', { n: unsent })}</p>}
    </Dialog>
  )
}
