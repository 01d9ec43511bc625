// An unknown address.
import { t } from '../../kernel/i18n.ts'
import { Screen } from './Screen.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

export function NotFoundPage() {
  return (
    <VisitorLayout title="404">
      <Screen code="404" title={t('页面不存在')} text={t('您访问的地址不存在，或者已被移走。')} />
    </VisitorLayout>
  )
}
