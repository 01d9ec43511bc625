// An address that the user may not open.
import { t } from '../../kernel/i18n.ts'
import { Screen } from './Screen.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

export function NoPermissionPage() {
  return (
    <VisitorLayout title="401">
      <Screen code="401" title={t('无相关权限！')} text={t('如需访问，请联系管理员授权。')} />
    </VisitorLayout>
  )
}
