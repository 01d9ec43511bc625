// Kit: loading, empty and error states.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { Button, Card, Flex } from 'antd'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/PageState.tsx'

const failure = new CallFailure(errors.fault[0], '服务器开小差了呢！')
const retry = () => notify.info(t('重试'))

export function KitStates() {
  return (
    <Flex vertical gap="middle">
      {(['page', 'table', 'cards', 'form'] as const).map((shape) => (
        <Card key={shape} size="small" title={t('加载中')}>
          <PageLoading shape={shape} rows={3} />
        </Card>
      ))}
      <Card size="small" title={t('空')}>
        <PageEmpty hint={t('这里放您的证书')} action={<Button type="primary">{t('去考试')}</Button>} />
      </Card>
      <Card size="small" title={t('出错')}>
        <PageError error={failure} onRetry={retry} />
        <PageError compact error={failure} onRetry={retry} />
      </Card>
    </Flex>
  )
}
