// What the server said about the licence.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { useSearchParams } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { Face } from './Face.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

export function LicensePage() {
  const [query] = useSearchParams()
  return (
    <VisitorLayout title={t('系统授权')}>
      <Face title={query.get('msg') || t(errors.licence[1])} text={t('请联系管理员更新系统授权。')} />
    </VisitorLayout>
  )
}
