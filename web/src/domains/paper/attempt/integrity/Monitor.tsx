// Monitors leaves, full screen and camera, as the exam's settings ask.
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Dialog } from '../../../../kernel/plain/Dialog.tsx'
import type { RoomEventBody } from './events.ts'
import { LeaveWatch } from './leave.ts'
import { clearLeft, recordLeft, takeLeft } from './left.ts'
import type { Detail, Exemptions } from '../save/paper-session-view.ts'

const Camera = lazy(() => import('./Camera.tsx').then(({ Camera }) => ({ default: Camera })))

const follow = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const isFullNow = () => document.fullscreenElement !== null
/** @returns whether the browser entered full screen; it may refuse without a click, by a setting, or inside of another page */
const requestFull = () =>
  document.documentElement.requestFullscreen().then(
    () => true,
    () => false,
  )
const enterFull = () => void requestFull()

/** A page that is hidden this shortly before its unload was visible until then. */
const UNLOAD_MS = 500

/** `isStillOpen`: whether this page may still answer the paper; read when the room is unmounted */
type MonitorProps = {
  detail: Detail
  /** exemptions that were granted or withdrawn since the page was opened */
  exempt: Exemptions
  leaves: number
  report: (event: RoomEventBody) => void
  isStillOpen: () => boolean
}

export function Monitor({ detail, exempt, leaves, report, isStillOpen }: MonitorProps) {
  const { rules } = detail
  const forces = rules.signals.leave === 'force'
  const full = useSyncExternalStore(follow, isFullNow)
  // phones without full screen are monitored for leaves only
  const wantsFull = rules.fullScreen && !exempt.noFullScreen && document.fullscreenEnabled
  const [wasFull, setWasFull] = useState(full)
  if (full && !wasFull) setWasFull(true)
  const [isWarned, setIsWarned] = useState(false)
  const onLeave = useEffectEvent((seconds: number) => {
    report({ kind: 'leave', seconds })
    if (rules.signals.leave === 'force' || rules.signals.leave === 'warn') setIsWarned(true)
  })
  useLeftBehind(detail, onLeave, (seconds) => report({ kind: 'reload', seconds }), isStillOpen)
  // leaving full screen counts only after it was entered
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

  const [isRefused, setIsRefused] = useState(false)
  const goOn = async () => {
    setIsWarned(false)
    if (!wantsFull || isFullNow()) return
    setIsRefused(!(await requestFull()))
  }
  return (
    <>
      {rules.leaveWatch && (
        <Alert
          kind="info"
          role="status"
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
      {(isWarned || (wantsFull && !full)) && (
        <Dialog
          title={isWarned ? t('请勿离开考试页面') : t('全屏作答')}
          footer={
            <Button strong onClick={() => void goOn()}>
              {wantsFull ? t('进入全屏并继续考试') : t('继续考试')}
            </Button>
          }
        >
          <p role="alert">
            {isWarned
              ? forces
                ? t('您已经离开{{n}}次，离开{{limit}}次将自动交卷', { n: leaves, limit: rules.leaveLimit })
                : t('您已经离开{{n}}次，请勿离开考试页面', { n: leaves })
              : t('本场考试要求全屏作答，请进入全屏后继续。')}
          </p>
          {wantsFull && !full && isRefused && (
            <Alert
              kind="warning"
              title={t('浏览器拒绝了全屏')}
              description={t(
                '请检查浏览器或插件是否禁止全屏，或换用 Chrome、Firefox 浏览器。仍然不能全屏，请联系监考员或考试管理员：为您设置“免全屏”后，本页会自动继续，不需要刷新。',
              )}
            />
          )}
        </Dialog>
      )}
      {rules.captureMinutes > 0 && !exempt.noFace && (
        <Suspense fallback={null}>
          <Camera
            paperId={detail.id}
            minutes={rules.captureMinutes}
            follows={rules.signals.unseen !== 'ignore'}
            onPicture={(base64) => report({ kind: 'face', base64 })}
            onUnseen={() => report({ kind: 'signal', signal: 'unseen' })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Reports, on return, a leave by closing the page, with the full length of the absence; a reload is reported as one. */
function useLeftBehind(
  { id, rules: { leaveWatch, leaveSeconds } }: Detail,
  onLeave: (seconds: number) => void,
  onReload: (seconds: number) => void,
  isStillOpen: () => boolean,
) {
  const back = useEffectEvent(({ seconds, reload }: { seconds: number; reload: boolean }) => {
    if (seconds <= leaveSeconds) return
    if (reload) onReload(seconds)
    else onLeave(seconds)
  })
  const isOpen = useEffectEvent(isStillOpen)
  useEffect(() => {
    if (!leaveWatch) return undefined
    const away = takeLeft(id)
    if (away !== undefined) back(away)
    // the browser may discard a hidden page without an unload event; a visible page reports by itself
    let hiddenAt: number | undefined
    let isUnloaded = false
    const look = () => {
      if (document.visibilityState === 'hidden') {
        // the unload of a visible page hides it, before or after pagehide
        if (isUnloaded) return
        hiddenAt = performance.now()
        recordLeft(id, true)
      } else {
        hiddenAt = undefined
        isUnloaded = false
        clearLeft(id)
      }
    }
    const leave = () => {
      isUnloaded = true
      if (hiddenAt === undefined || performance.now() - hiddenAt < UNLOAD_MS) recordLeft(id)
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', leave)
      if (isOpen()) recordLeft(id)
    }
  }, [id, leaveWatch])
}
