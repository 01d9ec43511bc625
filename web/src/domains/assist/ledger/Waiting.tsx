// While a model writes: how long it has taken, and the way out.
import { Button, Flex, Spin } from 'antd'
import { t } from '../../../kernel/i18n.ts'

export function Waiting({ seconds, onCancel }: { seconds: number; onCancel: () => void }) {
  return (
    <Flex gap="small" align="center" wrap>
      <Spin size="small" />
      <span>{t('正在生成，已用 {{n}} 秒', { n: seconds })}</span>
      <Button size="small" onClick={onCancel}>
        {t('不再等待')}
      </Button>
    </Flex>
  )
}
