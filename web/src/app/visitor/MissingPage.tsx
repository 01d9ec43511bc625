// A menu entry whose page this version does not have.
import { t } from '../../kernel/i18n.ts'
import { Screen } from './Screen.tsx'

export function MissingPage() {
  return <Screen title={t('本版本没有此页面')} text={t('请联系管理员检查菜单的视图组件，或升级系统。')} />
}
