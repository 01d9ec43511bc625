// The camera of a face check: says what it sees, takes a picture after two steady seconds, and locks the view while it is compared.
import { useState } from 'react'
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import buttonStyles from '../plain/button.module.css'
import styles from './face-camera.module.css'
import { pictureOf } from './stream.ts'
import { useCamera } from './useCamera.ts'
import { type FaceSight, useFaceTracking } from './useFaceTracking.ts'

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
  const take = async () => {
    if (busy) return
    const picture = pictureOf(video.current)
    setBusy(true)
    video.current?.pause()
    try {
      setRefusal(await onPicture(picture))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : t('服务器开小差了呢！'))
    } finally {
      setBusy(false)
      void video.current?.play().catch(() => undefined)
    }
  }
  // after a refusal the user reads it and starts again
  const sight = useFaceTracking({ video, on: ready && !busy && refusal === '', onSteady: () => void take() })
  const hint = busy ? t('正在比对，请稍候..') : ready ? sightText(sight) : problem === '' ? t('正在打开摄像头…') : ''
  return (
    <div className={styles.faceCamera} data-sight={ready && refusal === '' ? sight : 'off'}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={!ready} />
      <p role="status">{refusal === '' ? hint : ''}</p>
      {(problem !== '' || refusal !== '') && (
        <p role="alert" className={styles.refusal}>
          {problem === '' ? refusal : problem} <span>{problem !== '' && help}</span>
        </p>
      )}
      {problem !== '' || refusal !== '' ? (
        <button type="button" className={classes(buttonStyles.btn)} onClick={() => (problem === '' ? setRefusal('') : retry())}>
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
