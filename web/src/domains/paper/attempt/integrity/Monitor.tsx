// Watches over the candidate as far as the exam asks for it: leaving the page, full screen, the camera.
import { Alert, Button, Modal } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import type { RoomEventBody } from './events.ts'
import { LeaveWatch } from './leave.ts'
import { forgetLeft, noteLeft, takeLeft } from './left.ts'
import type { Detail } from '../save/sitting-view.ts'

const Camera = lazy(() => import('./Camera.tsx').then(({ Camera }) => ({ default: Camera })))

const follow = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const isFullNow = () => document.fullscreenElement !== null
/** Without a click a browser may refuse: the dialog has a button. */
const enterFull = () => void document.documentElement.requestFullscreen().catch(() => undefined)

/** `goesOn`: the paper is still this page's to answer, asked when the room is left for another page */
type MonitorProps = { detail: Detail; leaves: number; report: (event: RoomEventBody) => void; goesOn: () => boolean }

export function Monitor({ detail, leaves, report, goesOn }: MonitorProps) {
  const { rules } = detail
  const forces = rules.signals.leave === 'force'
  const full = useSyncExternalStore(follow, isFullNow)
  // phones without full screen are watched for leaving alone
  const wantsFull = rules.fullScreen && document.fullscreenEnabled
  const [wasFull, setWasFull] = useState(full)
  if (full && !wasFull) setWasFull(true)
  const [told, setTold] = useState(false)
  const onLeave = useEffectEvent((seconds: number) => {
    report({ kind: 'leave', seconds })
    if (rules.signals.leave === 'force' || rules.signals.leave === 'warn') setTold(true)
  })
  useLeftBehind(detail, onLeave, goesOn)
  // nobody leaves a full screen that he has not entered yet
  const isOn = rules.leaveWatch && (!wantsFull || wasFull)
  useEffect(() => {
    if (!isOn) return undefined
    const watch = new LeaveWatch(
      {
        now: () => performance.now(),
        after(ms, run) {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
        isHidden: () => document.visibilityState === 'hidden',
        isFull: () => !wantsFull || isFullNow(),
        enterFull,
        onLeave: (seconds) => onLeave(seconds),
      },
      rules.leaveSeconds,
    )
    const look = () => watch.look()
    document.addEventListener('visibilitychange', look)
    document.addEventListener('fullscreenchange', look)
    watch.start()
    return () => {
      watch.stop()
      document.removeEventListener('visibilitychange', look)
      document.removeEventListener('fullscreenchange', look)
    }
  }, [isOn, wantsFull, rules.leaveSeconds])

  const goOn = () => {
    if (wantsFull) enterFull()
    setTold(false)
  }
  return (
    <>
      {rules.leaveWatch && (
        <Alert
          type="info"
          showIcon
          closable
          title={
            forces
              ? t('考试期间请勿离开本页面：离开超过{{seconds}}秒记一次，离开{{limit}}次将自动交卷。', {
                  seconds: rules.leaveSeconds,
                  limit: rules.leaveLimit,
                })
              : t('考试期间请勿离开本页面：离开超过{{seconds}}秒将被记录。', { seconds: rules.leaveSeconds })
          }
        />
      )}
      <Modal
        open={told || (wantsFull && !full)}
        title={told ? t('请勿离开考试页面') : t('全屏作答')}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={
          <Button type="primary" onClick={goOn}>
            {wantsFull ? t('进入全屏并继续考试') : t('继续考试')}
          </Button>
        }
      >
        <p role="alert">
          {told
            ? forces
              ? t('您已经离开{{n}}次，离开{{limit}}次将自动交卷', { n: leaves, limit: rules.leaveLimit })
              : t('您已经离开{{n}}次，请勿离开考试页面', { n: leaves })
            : t('本场考试要求全屏作答，请进入全屏后继续。')}
        </p>
      </Modal>
      {rules.captureMinutes > 0 && (
        <Suspense fallback={null}>
          <Camera paperId={detail.id} minutes={rules.captureMinutes} onPicture={(base64) => report({ kind: 'face', base64 })} />
        </Suspense>
      )}
    </>
  )
}

/** Who closes the page and opens it again has left as well: told when he is back, however long the page was gone. */
function useLeftBehind({ id, rules: { leaveWatch, leaveSeconds } }: Detail, onLeave: (seconds: number) => void, goesOn: () => boolean) {
  const back = useEffectEvent((seconds: number) => {
    if (seconds > leaveSeconds) onLeave(seconds)
  })
  const isOpen = useEffectEvent(goesOn)
  useEffect(() => {
    if (!leaveWatch) return undefined
    const away = takeLeft(id)
    if (away !== undefined) back(away)
    // a hidden page may be thrown away without another sign; one that is shown again tells by itself
    const look = () => (document.visibilityState === 'hidden' ? noteLeft(id) : forgetLeft(id))
    const leave = () => noteLeft(id)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      if (isOpen()) noteLeft(id)
    }
  }, [id, leaveWatch])
}
