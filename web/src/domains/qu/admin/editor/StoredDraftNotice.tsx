// Offers a draft that an earlier visit left.
import { Alert, Button, Flex } from 'antd'
import { t } from '../../../../kernel/i18n.ts'

type StoredDraftNoticeProps = { stored: { found: { at: number } | undefined; restore: () => void; refuse: () => void } }

export function StoredDraftNotice({ stored: { found, restore, refuse } }: StoredDraftNoticeProps) {
  if (!found) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('发现 {{time}} 未保存的草稿', { time: new Date(found.at).toLocaleString() })}
      action={
        <Flex gap="small">
          <Button size="small" onClick={restore}>
            {t('恢复草稿')}
          </Button>
          <Button size="small" type="text" onClick={refuse}>
            {t('丢弃')}
          </Button>
        </Flex>
      }
    />
  )
}
