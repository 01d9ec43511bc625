// In the exam room: records camera and screen as the exam asks, and says when a recording has stopped. Answers stay open in any case.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Recording } from '@shuyuan/contract/paper/record/recording.ts'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { cameraText } from '../../../kernel/camera/camera-texts.ts'
import { CameraProblem } from '../../../kernel/camera/stream.ts'
import { call } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import { noteLeft } from './left.ts'
import { PhoneLink } from './phone/PhoneLink.tsx'
import { usePhone } from './phone/usePhone.ts'
import { senderOf } from './page-sender.ts'
import { openFace, openScreen, type Source, WrongSurface } from './sources.ts'
import { TrackRecorder, type TrackState } from './track-recorder.ts'
import styles from './record.module.css'

const EXEMPT_LOOK_MS = 30_000

type RoomRecorderProps = {
  paperId: string
  examId: string
  session: string
  userId: string
  what: z.infer<typeof Recording>
  /** whether answers wait to be saved: they go first */
  isBusy: () => boolean
}

/** The recorder of a track, and its state. */
function useTrack({ paperId: id, session, userId }: RoomRecorderProps, track: RecordTrack) {
  const [state, setState] = useState<TrackState>('off')
  const recorder = useRef<TrackRecorder>(undefined)
  useEffect(() => {
    const begin = ({ mime, surface }: Source, here: boolean) =>
      call(record.begin, { paperId: id, session, track, mime, surface, place: here ? 'here' : 'auto' }, { quiet: true })
    const own = new TrackRecorder({ track, userId, begin }, senderOf(userId), setState)
    recorder.current = own
    const flush = () => own.flush()
    const hidden = () => document.visibilityState === 'hidden' && own.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', hidden)
      own.stop()
    }
  }, [id, session, userId, track])
  return { state, recorder }
}

/** @returns whether an invigilator has exempted the candidate; asked for while a track does not record */
function useExempt(examId: string, isLost: boolean) {
  const [exempt, setExempt] = useState(false)
  useEffect(() => {
    if (!isLost || exempt) return undefined
    const look = () =>
      void call(record.need, { examId }, { quiet: true }).then(
        (need) => need.exempt && setExempt(true),
        () => undefined,
      )
    const timer = setInterval(look, EXEMPT_LOOK_MS)
    return () => clearInterval(timer)
  }, [examId, isLost, exempt])
  return exempt
}

/** Whether what is recorded stays in this browser because the sign-in has ended. */
function useAway(userId: string) {
  const sender = senderOf(userId)
  return useSyncExternalStore(
    (listener) => sender.follow(listener),
    () => sender.isAway,
  )
}

/** What has stopped, and what the candidate can do. */
function faceText(state: TrackState): string {
  if (state === 'soundless') return t('声音录制已中断，请检查麦克风，或点击恢复。作答不受影响，中断期间会被记录。')
  return state === 'muted'
    ? t('摄像头没有画面，请打开镜头盖和摄像头开关，关闭占用摄像头的程序，或点击恢复。作答不受影响，中断期间会被记录。')
    : t('摄像头录制已中断，请点击恢复。作答不受影响，中断期间会被记录。')
}

export function RoomRecorder(props: RoomRecorderProps) {
  const { examId, userId, what, isBusy } = props
  const face = useTrack(props, RecordTrack.camera)
  const screen = useTrack(props, RecordTrack.screen)
  const [problem, setProblem] = useState('')
  const [isLater, setLater] = useState(false)
  const [screenProblem, setScreenProblem] = useState('')
  const isAway = useAway(userId)
  const busy = useEffectEvent(isBusy)
  useEffect(() => {
    const sender = senderOf(userId)
    noteLeft(userId)
    sender.yieldTo(() => busy())
    // what an earlier page has left
    void sender.send()
    return () => sender.yieldTo(() => false)
  }, [userId])

  const startFace = async () => {
    setProblem('')
    try {
      await face.recorder.current?.start(await openFace(what.sound))
    } catch (error) {
      const { text, help } =
        error instanceof CameraProblem || !what.sound
          ? cameraText(error)
          : { text: t('麦克风载入失败，请确认已允许网页使用麦克风！'), help: t('请点击地址栏左侧的图标，把麦克风改为“允许”，然后重试。') }
      setProblem(`${text} ${help}`)
    }
  }
  const beginFace = useEffectEvent(() => void startFace())
  const wantsFace = what.camera
  useEffect(() => {
    // later than the effect of the recorder, and not for an effect that is undone at once
    const timer = setTimeout(() => wantsFace && beginFace())
    return () => clearTimeout(timer)
  }, [wantsFace])

  const startScreen = async () => {
    setScreenProblem('')
    try {
      await screen.recorder.current?.start(await openScreen())
      // when the screen stops later, a bar above the paper says so, and the paper stays usable
      setLater(true)
    } catch (error) {
      setScreenProblem(
        error instanceof WrongSurface
          ? t('请选择“整个屏幕”，不要选择窗口或标签页。')
          : t('浏览器没有允许共享屏幕，请重试并选择“整个屏幕”。'),
      )
    }
  }
  const faceLost = what.camera && (['lost', 'muted', 'soundless'].includes(face.state) || problem !== '')
  const screenMissing = what.screen && ['off', 'lost', 'muted'].includes(screen.state)
  const phone = usePhone(props.paperId, what.phone)
  const phoneMissing = what.phone && phone.state !== 'on'
  const exempt = useExempt(examId, faceLost || screenMissing || phoneMissing)
  if (exempt || face.state === 'over' || screen.state === 'over') return null
  const isOn = !isAway && (!what.camera || face.state === 'recording') && (!what.screen || screen.state === 'recording') && !phoneMissing
  return (
    <>
      <p className={styles.dot} role="status" data-part="record" data-on={isOn}>
        <span aria-hidden="true" />
        {isOn ? t('录制中') : t('未在录制')}
      </p>
      {isAway && <Alert kind="warning" title={t('录制已中断：登录已失效。画面先存在本机，重新登录后自动续传。作答不受影响。')} />}
      {faceLost && (
        <Alert
          kind="warning"
          title={faceText(problem === '' ? face.state : 'lost')}
          {...(problem === '' ? {} : { description: problem })}
          action={<Button onClick={() => void startFace()}>{t('恢复录制')}</Button>}
        />
      )}
      {screenMissing && isLater && (
        <Alert
          kind="warning"
          title={t('屏幕共享已停止，请点击恢复共享。作答不受影响，停止期间会被记录。')}
          {...(screenProblem === '' ? {} : { description: screenProblem })}
          action={<Button onClick={() => void startScreen()}>{t('恢复共享')}</Button>}
        />
      )}
      {/* one dialog after the other */}
      {what.phone && <PhoneLink paperId={props.paperId} phone={phone} mayAsk={!screenMissing || isLater} />}
      {screenMissing && !isLater && (
        <Dialog
          title={t('共享整个屏幕')}
          footer={
            <>
              <Button onClick={() => setLater(true)}>{t('暂不共享，先作答')}</Button>
              <Button strong onClick={() => void startScreen()}>
                {t('共享整个屏幕')}
              </Button>
            </>
          }
        >
          <p>{t('本场考试录制整个屏幕。请点击按钮，在浏览器的窗口里选择“整个屏幕”。考试时间继续计算，未共享的时间会被记录。')}</p>
          {screenProblem !== '' && <Alert kind="warning" title={screenProblem} />}
        </Dialog>
      )}
    </>
  )
}
