// The phone as a camera: opened by a QR code, without a sign-in, for one picture (`k`) or as the second camera of an exam (`rec`).
import { camPurpose, sysCam } from '@shuyuan/contract/face/cam.ts'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../kernel/call/api.ts'
import { useCall } from '../../kernel/call/query.ts'
import { FaceCamera } from '../../kernel/camera/FaceCamera.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageLoading } from '../../kernel/piece/PageState.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import styles from './visitor.module.css'

const SecondCamera = lazy(async () => ({ default: (await import('../../domains/paper/record/phone/SecondCamera.tsx')).SecondCamera }))

export function CamPage() {
  const [query] = useSearchParams()
  const rec = query.get('rec')
  if (rec === null) return <OnePicture phoneKey={query.get('k') ?? ''} />
  return (
    <VisitorLayout title={tLabel('手机第二机位')}>
      <section className={styles.login} data-wide="true">
        <Suspense fallback={<PageLoading />}>
          <SecondCamera phoneKey={rec} />
        </Suspense>
      </section>
    </VisitorLayout>
  )
}

function OnePicture({ phoneKey: key }: { phoneKey: string }) {
  const [sent, setSent] = useState(false)
  const info = useCall(sysCam.info, { key }, { quiet: true, noRetry: true })
  const send = async (base64: string) => {
    await call(sysCam.send, { key, base64 }, { quiet: true })
    setSent(true)
    return ''
  }
  const content = () => {
    if (sent) return <p role="status">{t('照片已发送，请回到电脑继续')}</p>
    if (info.isPending) return <PageLoading />
    if (info.error || info.data.sent) return <p role="alert">{t('二维码已失效，请在电脑上重新获取')}</p>
    return (
      <>
        <h1>{tLabel(camPurpose[info.data.purpose])}</h1>
        <p className={styles.loginHint}>{t('照片只发送到出示二维码的页面，用于这一次。')}</p>
        <FaceCamera onPicture={send} />
      </>
    )
  }
  return (
    <VisitorLayout title={t('手机拍照')}>
      <section className={styles.login}>{content()}</section>
    </VisitorLayout>
  )
}
