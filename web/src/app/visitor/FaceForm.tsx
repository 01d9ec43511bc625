// Sign-in by face: the account name, a frontal picture, and a picture for each turn of the head that the server asks for.
import { type FaceAction, visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { call } from '../../kernel/call/api.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { pictureOf } from '../../kernel/camera/stream.ts'
import { useCamera } from '../../kernel/camera/useCamera.ts'
import { useFaceTracking } from '../../kernel/camera/useFaceTracking.ts'
import { type PlainText, t } from '../../kernel/i18n.ts'
import type { SignInMethodProps } from './SignInFields.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import fieldStyles from '../../kernel/plain/field.module.css'
import styles from './visitor.module.css'

type Challenge = { challengeId: string; actions: FaceAction[] }
type Frame = { action: FaceAction; base64: string }

const words: Record<FaceAction, PlainText> = { front: '请正对摄像头', left: '请向左转头', right: '请向右转头' }
/** As the server judges: the picture is not mirrored, so that a turn to the own right is positive. */
const shows: Record<FaceAction, (yaw: number) => boolean> = {
  front: (yaw) => Math.abs(yaw) < 0.15,
  left: (yaw) => yaw < -0.35,
  right: (yaw) => yaw > 0.35,
}

export function FaceForm({ onToken, onRefused, userName: known = '' }: SignInMethodProps) {
  const nameId = useId()
  const [userName, setUserName] = useState(known)
  const [challenge, setChallenge] = useState<Challenge>()
  const [problem, setProblem] = useState('')
  const begin = async (event: SubmitEvent) => {
    event.preventDefault()
    setProblem('')
    try {
      setChallenge(await call(visitor['face-challenge'], userName === '' ? {} : { userName }))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  const send = async (base64: string, frames: Frame[]) => {
    try {
      const sent = { base64, frames, challengeId: challenge!.challengeId, ...(userName === '' ? {} : { userName }) }
      onToken((await call(visitor['face-login'], sent, { quiet: true })).token)
    } catch (error) {
      setChallenge(undefined)
      if (!(error instanceof CallFailure)) throw error
      setProblem(error.message)
      onRefused?.(error)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void begin(event)}>
      <label htmlFor={nameId} className={fieldStyles.field}>
        {t('用户名')}
        <input
          id={nameId}
          value={userName}
          disabled={challenge !== undefined}
          maxLength={60}
          autoComplete="username"
          onChange={(event) => setUserName(event.target.value.trim())}
        />
      </label>
      {challenge && <Turns challenge={challenge} onDone={(base64, frames) => void send(base64, frames)} />}
      {problem !== '' && (
        <p className={fieldStyles.fieldProblem} role="alert">
          {problem}
        </p>
      )}
      {!challenge && (
        <button type="submit" className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)}>
          {t('开始人脸识别')}
        </button>
      )}
    </form>
  )
}

type TurnsProps = { challenge: Challenge; onDone: (base64: string, frames: Frame[]) => void }

/** Takes the frontal picture, then one for each turn as soon as it is seen. */
function Turns({ challenge: { actions }, onDone }: TurnsProps) {
  const { video, ready, problem, help } = useCamera()
  const taken = useRef<string[]>([])
  const [step, setStep] = useState(0)
  const steps: FaceAction[] = ['front', ...actions]
  const action = steps[step]
  const sight = useFaceTracking({
    video,
    on: ready && action !== undefined,
    onFaces(faces) {
      const [face] = faces
      if (faces.length !== 1 || !face || action === undefined || taken.current.length !== step || !shows[action](face.yaw)) return
      taken.current.push(pictureOf(video.current))
      setStep(step + 1)
      if (step + 1 < steps.length) return
      const [front = '', ...rest] = taken.current
      onDone(
        front,
        rest.map((base64, at) => ({ action: actions[at]!, base64 })),
      )
    },
  })
  const hint = () => {
    if (action === undefined) return t('正在比对，请稍候..')
    if (sight === 'unable') return t('本机浏览器不能识别人脸，请使用密码登录')
    if (sight === 'none') return t('未识别到人脸，请将人脸置于摄像头中央！')
    return sight === 'several' ? t('画面中有多张人脸，请确保只有本人在摄像头前') : t(words[action])
  }
  return (
    <>
      <video ref={video} className={styles.faceVideo} playsInline muted aria-label={t('摄像头画面')} hidden={problem !== ''} />
      <p role="status">{problem === '' ? (ready ? hint() : t('正在打开摄像头…')) : `${problem} ${help}`}</p>
    </>
  )
}
