// Tells a user without a stored face what to do, before they stand at a face check.
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import styles from './face-notice.module.css'

/** Shows nothing to people who can be compared, and where the site compares no faces. */
export function FaceNotice() {
  const { data } = useCall(sysFace.mine, {}, { quiet: true })
  if (!data?.compares || data.enrolled) return null
  return (
    <p role="status" className={styles.faceNotice}>
      {t('您还没有录入人脸，请先完成实名认证并同意人脸比对。')} <Link to="/web/uc?to=real">{t('去实名认证')}</Link>
    </p>
  )
}
