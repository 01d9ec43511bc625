// Learner: the exam room's page; shows the screen for the phase of the paper.
import { lazy, Suspense, useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { CallFailure } from '../../../../kernel/call/failure.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageError } from '../../../../kernel/piece/PageState.tsx'
import { forgetSession, keepSession, useMe } from '../../../../shared/session/session.ts'
import { SecuredNotice } from '../SecuredNotice.tsx'
import { HandingLayer, HeldByTabScreen, HeldScreen, LockedScreen, ReceiptScreen } from '../room/screens.tsx'
import { clearLeft } from '../integrity/left.ts'
import { clearPlace } from '../room/place.ts'
import { Room } from '../room/Room.tsx'
import { RoomLoading } from '../room/RoomLoading.tsx'
import { usePaperSession } from '../save/usePaperSession.ts'
import styles from '../room/room.module.css'

const BREAK_MS = 1_500
/** The sign-in over the paper is fetched after the paper, before it can be missing: a network that is gone later does not matter. */
const LATER_MS = 10_000
const loadLogin = () => import('../room/LoginLayer.tsx')
const LoginLayer = lazy(async () => ({ default: (await loadLogin()).LoginLayer }))
const isFailure = (error: unknown, reason: CallFailure['reason']): error is CallFailure =>
  error instanceof CallFailure && error.reason === reason

export default function PaperRunnerPage() {
  const { id = '' } = useParams()
  const { id: userId } = useMe()
  const { paperSession, view } = usePaperSession(userId, id)
  const { phase, detail, receipt, signedOut, notice, late } = view
  const navigate = useNavigate()

  // a new sign-in has a new token
  useEffect(() => {
    if (phase === 'open' && signedOut === undefined) keepSession()
  }, [phase, signedOut])

  useEffect(() => {
    if (phase === 'handed' || phase === 'closed') {
      forgetSession()
      clearPlace(userId, id)
      clearLeft(id)
    }
    if (phase === 'closed') {
      notify.info(notice === '' ? t('考试已结束，答卷已提交') : t('答卷已被收取：{{notice}}', { notice }), 4)
      void navigate(`/web/exam/result/${id}`, { replace: true, state: { late } })
    }
    if (phase !== 'hidden') return undefined
    const timer = setTimeout(() => void navigate('/web/course?break', { replace: true }), BREAK_MS)
    return () => clearTimeout(timer)
  }, [phase, notice, late, id, userId, navigate])

  useEffect(() => {
    const timer = setTimeout(() => void loadLogin().catch(() => undefined), LATER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      {(phase === 'loading' || phase === 'closed' || phase === 'hidden') && <RoomLoading />}
      {phase === 'failed' && (
        <main className={styles.roomScreen}>
          <PageError error={view.error} onRetry={() => void paperSession.start()} />
          {isFailure(view.error, 'sebNeeded') && <SecuredNotice examId={(view.error.data as { examId: string }).examId} />}
          <Link to="/web/course">{t('返回考试列表')}</Link>
        </main>
      )}
      {phase === 'held' && view.holder === 'tab' && (
        <main className={styles.roomScreen}>
          <HeldByTabScreen onTake={() => void paperSession.startHere()} />
        </main>
      )}
      {phase === 'held' && view.holder === 'device' && detail && (
        <main className={styles.roomScreen}>
          <HeldScreen title={detail.title} onTake={() => void paperSession.start(true)} />
        </main>
      )}
      {phase === 'locked' && (
        <main className={styles.roomScreen}>
          <LockedScreen />
        </main>
      )}
      {(phase === 'open' || phase === 'elsewhere' || phase === 'handing') && detail && (
        <Room key={detail.session} paperSession={paperSession} view={view} detail={detail} userId={userId} />
      )}
      {phase === 'handing' && (
        <HandingLayer
          problem={view.handProblem}
          isAgain={view.isHandedAgain}
          onRetry={() => paperSession.resume()}
          onGoOn={() => paperSession.stopHanding()}
        />
      )}
      {phase === 'handed' && receipt && (
        <ReceiptScreen paperId={id} title={detail?.title ?? ''} receipt={receipt} isAgain={view.isHandedAgain} userId={userId} />
      )}
      {signedOut !== undefined && (
        <Suspense fallback={null}>
          <LoginLayer reason={signedOut} onSignedIn={() => paperSession.signedIn()} />
        </Suspense>
      )}
    </>
  )
}
