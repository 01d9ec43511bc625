// After the hand-in: what of the recording is still on its way. The page may be closed; another page of the site goes on within a day.
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { clearLeft } from './left.ts'
import { senderOf } from './page-sender.ts'

const MB = 1_024 * 1_024
/** To one decimal, never 0. */
export const megabytes = (bytes: number) => Math.max(0.1, Math.round((bytes / MB) * 10) / 10)

export function UploadNote({ userId }: { userId: string }) {
  const sender = senderOf(userId)
  const unsent = useSyncExternalStore(
    (listener) => sender.follow(listener),
    () => sender.unsent,
  )
  useEffect(() => {
    void sender.send().then(() => sender.unsent === 0 && clearLeft())
  }, [sender])
  if (unsent === 0) return null
  return (
    <Alert
      kind="info"
      role="status"
      title={t('正在上传录像，请勿关闭页面（{{n}} MB）', { n: megabytes(unsent) })}
      description={t('如需关闭，请在 24 小时内用同一台设备再次登录，录像会继续上传。')}
    />
  )
}
