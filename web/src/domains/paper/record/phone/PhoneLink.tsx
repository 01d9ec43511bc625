// In the exam room: the QR code by which the candidate's phone becomes the second camera, and how that phone is.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { LOW_BATTERY } from '@shuyuan/contract/paper/record/phone.ts'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Dialog } from '../../../../kernel/plain/Dialog.tsx'
import type { Phone } from './usePhone.ts'
import styles from '../record.module.css'

const PhoneCode = lazy(async () => ({ default: (await import('../../../../shared/camera/PhoneCode.tsx')).PhoneCode }))

type PhoneLinkProps = {
  paperId: string
  phone: Phone
  /** whether the dialog may open by itself: no other one asks for something */
  mayAsk: boolean
}

export function PhoneLink({ paperId, phone, mayAsk }: PhoneLinkProps) {
  // undefined: the candidate has not decided
  const [isOpen, setOpen] = useState<boolean>()
  if (phone.state === 'on') {
    if (isOpen) setOpen(false)
    if (phone.battery === null || phone.battery >= LOW_BATTERY) return null
    return <Alert kind="warning" title={t('手机电量只剩 {{n}}%，请接上电源。', { n: phone.battery })} />
  }
  const isShown = isOpen ?? (mayAsk && phone.state === 'none')
  return (
    <>
      <Alert
        kind="warning"
        title={
          phone.state === 'none'
            ? t('手机第二机位还没有连接，请用手机扫码。作答不受影响，未录制的时间会被记录。')
            : t('手机第二机位已中断，请用手机重新扫描二维码。作答不受影响，中断期间会被记录。')
        }
        action={<Button onClick={() => setOpen(true)}>{t('显示二维码')}</Button>}
      />
      {isShown && (
        <Dialog
          title={t('连接手机第二机位')}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>{t('暂不连接，先作答')}</Button>}
        >
          <Code paperId={paperId} />
        </Dialog>
      )}
    </>
  )
}

function Code({ paperId }: { paperId: string }) {
  const { data, error, refetch } = useCall(record['phone-open'], { paperId }, { quiet: true, staleTime: Number.POSITIVE_INFINITY })
  if (error && !data)
    return <Alert kind="error" title={error.message} action={<Button onClick={() => void refetch()}>{t('重试')}</Button>} />
  return (
    <div className={styles.code}>
      {data ? (
        <Suspense fallback={<PageLoading />}>
          <PhoneCode path={`/pages/cam?rec=${data.key}`} />
        </Suspense>
      ) : (
        <PageLoading />
      )}
      <ol aria-label={tLabel('手机第二机位')}>
        <li>{t('用手机相机扫码，在手机浏览器里打开，点“开始录制”。')}</li>
        <li>{t('把手机横放在侧后方约一米处，拍到双手、桌面和屏幕。')}</li>
        <li>{t('接上电源，不要锁屏或切换到其他应用。手机需要能通过 https 打开本站。')}</li>
      </ol>
    </div>
  )
}
