// The face check before a course file opens. Pass closes it after two seconds.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { CameraOrPhone } from '../../../shared/camera/CameraOrPhone.tsx'
import { FaceNotice } from '../../face/FaceNotice.tsx'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './learn-face.module.css'

const CLOSES_MS = 2_000

type FaceGateProps = {
  courseId: string
  fileId: string
  /** the check passed: the file may be opened again */
  onPassed: () => void
}

export function FaceGate({ courseId, fileId, onPassed }: FaceGateProps) {
  const [closed, setClosed] = useState(false)
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!passed) return undefined
    const timer = setTimeout(onPassed, CLOSES_MS)
    return () => clearTimeout(timer)
  }, [passed, onPassed])
  const compare = async (base64: string) => {
    const { pass, failMsg } = await call(courseFace['validate-face'], { courseId, fileId, base64 }, { quiet: true })
    if (pass) setPassed(true)
    return pass ? '' : failMsg
  }
  if (passed)
    return (
      <p role="status" className={styles.gate}>
        {t('人脸比对成功！')}
      </p>
    )
  if (closed)
    return (
      <p role="alert" className={styles.gate}>
        {t('窗口已关闭，若要重新识别请刷新页面！')}
      </p>
    )
  return (
    <section className={styles.gate} aria-label={t('人脸核验')}>
      <h2>{t('学习本课程前请先完成人脸核验')}</h2>
      <FaceNotice />
      <CameraOrPhone purpose="course" onPicture={compare} />
      <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => setClosed(true)}>
        {t('关闭')}
      </button>
    </section>
  )
}
