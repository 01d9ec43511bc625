// Pass state before and after a fix.
import { Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'

const word = (passed: boolean | null) => (passed === null ? t('待阅卷') : passed ? t('及格') : t('不及格'))
const colour = (passed: boolean | null) => (passed === null ? 'default' : passed ? 'success' : 'error')

export function PassChange({ before, after }: { before: boolean | null; after: boolean | null }) {
  if (before === after) return <Tag color={colour(after)}>{word(after)}</Tag>
  return (
    <>
      <Tag color={colour(before)}>{word(before)}</Tag>
      <span aria-hidden>→ </span>
      <Tag color={colour(after)}>{word(after)}</Tag>
    </>
  )
}
