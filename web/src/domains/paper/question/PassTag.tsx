// Passed, failed or undecided, as text and colour.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { t } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'

/** Only a finished paper (state 2) is passed or failed. */
export function PassTag({ state, passed }: { state: number; passed: boolean | null }) {
  if (state === PaperState.marking) return <Tag tone="warn">{t('待阅卷')}</Tag>
  if (state !== PaperState.done || passed === null) return <Tag>—</Tag>
  return passed ? <Tag tone="good">{t('及格')}</Tag> : <Tag tone="bad">{t('未及格')}</Tag>
}
