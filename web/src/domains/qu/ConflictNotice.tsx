// Shown when another user saved the same record first: reload or overwrite.
import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'

type ConflictNoticeProps = { onReload: () => Promise<void>; onOverwrite: () => Promise<void> }

/** The text is the server's (conflict); the draft is lost only if the user chooses to reload. */
export function ConflictNotice({ onReload, onOverwrite }: ConflictNoticeProps) {
  const [busy, setBusy] = useState(false)
  const run = async (job: () => Promise<void>) => {
    setBusy(true)
    try {
      await job()
    } catch (error) {
      // the failure was already shown
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('数据已被他人修改，请刷新后重试')}
      description={t('您写的内容还在。可以载入最新内容（放弃自己的修改），或用自己的内容覆盖它。')}
      action={
        <Flex vertical gap={4}>
          <Button size="small" disabled={busy} onClick={() => void run(onReload)}>
            {t('载入最新内容')}
          </Button>
          <Button size="small" danger disabled={busy} onClick={() => void run(onOverwrite)}>
            {t('用我的内容覆盖')}
          </Button>
        </Flex>
      }
    />
  )
}
