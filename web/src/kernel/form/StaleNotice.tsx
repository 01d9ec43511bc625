// The refusal of a save because another user has changed the content; it stays in the form.
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { t } from '../i18n.ts'

type StaleNoticeProps = {
  /** the server's words */
  message: string
  /** takes over the newest content; without it the form has nothing to read anew */
  onReread?: () => Promise<void>
}

export function StaleNotice({ message, onReread }: StaleNoticeProps) {
  const [reading, setReading] = useState(false)
  const reread = async () => {
    setReading(true)
    // the failure of the call has been shown
    await onReread?.().catch(() => undefined)
    setReading(false)
  }
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      style={{ marginBlockEnd: 16 }}
      title={message}
      {...(onReread
        ? {
            description: t('您写的内容会保留，没有改过的内容换成最新的。'),
            action: (
              <Button size="small" loading={reading} onClick={() => void reread()}>
                {t('刷新')}
              </Button>
            ),
          }
        : {})}
    />
  )
}
