// The camera of a face check: of this device, or of a phone by QR code.
import type { camPurpose } from '@shuyuan/contract/face/cam.ts'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageLoading } from '../../kernel/piece/PageState.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './camera-or-phone.module.css'

// most visits to a page with a camera do not open it
const FaceCamera = lazy(async () => ({ default: (await import('../../kernel/camera/FaceCamera.tsx')).FaceCamera }))
// the QR code brings Ant Design, which pages of learners load only when they need it
const PhoneCamera = lazy(async () => ({ default: (await import('./PhoneCamera.tsx')).PhoneCamera }))

type CameraOrPhoneProps = {
  purpose: keyof typeof camPurpose
  /** Compares a picture. @returns '' when it passed, else what to tell */
  onPicture: (base64: string) => Promise<string>
}

export function CameraOrPhone({ purpose, onPicture }: CameraOrPhoneProps) {
  const [byPhone, setByPhone] = useState(false)
  return (
    <div className={styles.cameraOrPhone}>
      <Suspense fallback={<PageLoading />}>
        {byPhone ? <PhoneCamera purpose={purpose} onPicture={onPicture} /> : <FaceCamera onPicture={onPicture} />}
      </Suspense>
      <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => setByPhone(!byPhone)}>
        {byPhone ? t('用本机摄像头') : t('用手机拍照')}
      </button>
    </div>
  )
}
