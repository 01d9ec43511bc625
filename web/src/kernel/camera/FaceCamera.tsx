// The camera of a face check: says what it sees, takes a picture after two steady seconds, and locks the view while it is compared.
import { useState } from 'react'
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import buttonStyles from '../plain/button.module.css'
import styles from './face-camera.module.css'
import { pictureOf } from './stream.ts'
import { useCamera } from './useCamera.ts'
import { type FaceSight, useFaceTracking } from './useFaceTracking.ts'

/** After so many refusals in a row the user starts again themselves: a wrong face would be compared for ever. */
const MOST_REFUSALS = 5

type FaceCameraProps = {
  /** Compares a picture. @returns '' when it passed, else what to tell */
  onPicture: (base64: string) => Promise<string>
}

const sightText = (sight: FaceSight) => {
  switch (sight) {
    case 'none':
      return t('未识别到人脸，请将人脸置于摄像头中央！')
    case 'several':
      return t('画面中有多张人脸，请确保只有本人在摄像头前')
    case 'good':
      return t('很好，请保持这个姿势！')
    default:
      return t('请正对摄像头，光线充足，整张脸在画面中央。')
  }
}

export function FaceCamera({ onPicture }: FaceCameraProps) {
  const { video, ready, problem, help, retry } = useCamera()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [refusals, setRefusals] = useState(0)
  const take = async () => {
    if (busy) return
    const picture = pictureOf(video.current)
    setBusy(true)
    setRefusal('')
    video.current?.pause()
    const refused = (message: string) => {
      setRefusal(message)
      setRefusals((count) => (message === '' ? 0 : count + 1))
    }
    try {
      refused(await onPicture(picture))
    } catch (error) {
      refused(error instanceof Error ? error.message : t('服务器开小差了呢！'))
    } finally {
      setBusy(false)
      void video.current?.play().catch(() => undefined)
    }
  }
  // a refusal stands until the next picture, for which two steady seconds are needed again (learner.md §4)
  const isOver = refusal !== '' && refusals >= MOST_REFUSALS
  const sight = useFaceTracking({ video, on: ready && !busy && !isOver, onSteady: () => void take() })
  const startAgain = () => {
    setRefusal('')
    setRefusals(0)
  }
  const hint = busy ? t('正在比对，请稍候..') : ready ? sightText(sight) : problem === '' ? t('正在打开摄像头…') : ''
  return (
    <div className={styles.faceCamera} data-sight={ready && !isOver ? sight : 'off'}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={!ready} />
      <p role="status">{isOver ? '' : hint}</p>
      {(problem !== '' || refusal !== '') && (
        <p role="alert" className={styles.refusal}>
          {problem === '' ? refusal : problem} <span>{problem !== '' && help}</span>
        </p>
      )}
      {problem !== '' || isOver ? (
        <button type="button" className={classes(buttonStyles.btn)} onClick={() => (problem === '' ? startAgain() : retry())}>
          {t('重试')}
        </button>
      ) : (
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
          disabled={!ready || busy}
          onClick={() => void take()}
        >
          {t('拍照核验')}
        </button>
      )}
    </div>
  )
}
