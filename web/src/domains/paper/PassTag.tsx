// Passed, failed, or not decided yet; never by colour alone.
import { Tag } from 'antd'
import { t } from '../../kernel/i18n.ts'

/** Only a finished paper (state 2) has passed or failed. */
export function PassTag({ state, passed }: { state: number; passed: boolean | null }) {
  if (state === 1) return <Tag color="warning">{t('待阅卷')}</Tag>
  if (state !== 2 || passed === null) return <Tag>—</Tag>
  return passed ? <Tag color="success">{t('及格')}</Tag> : <Tag color="error">{t('未及格')}</Tag>
}
