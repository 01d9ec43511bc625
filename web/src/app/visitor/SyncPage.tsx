// Where a third-party login lands. With a token in its query the guard has already gone on; without one it failed.
import { Link } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { Face } from './Face.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

export function SyncPage() {
  return (
    <VisitorLayout title={t('登录')}>
      <Face title={t('登录未完成')} text={t('没有收到登录信息，请重新登录。')}>
        <Link className="btn" to="/login">
          {t('重新登录')}
        </Link>
      </Face>
    </VisitorLayout>
  )
}
